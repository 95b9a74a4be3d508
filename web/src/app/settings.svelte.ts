// What the reader has chosen; kept on this device.
import { readStored, writeStored } from '../storage.js';
import { levelAtFirst, levelMeant } from './levels.js';
import { languages, type Language } from '../strings/strings.svelte.js';

export interface Settings {
  theme: 'system' | 'light' | 'dark' | 'contrast';
  pieces: 'ingredient' | 'mono' | 'plain';
  letters: boolean;
  /** The piece that adds nothing: an empty ring, or a black disc. */
  clear: 'clear' | 'black';
  vectors: boolean;
  motion: 'system' | 'full' | 'none';
  /** 0, a half or the whole of what animations take. */
  speed: 0 | 0.5 | 1;
  sound: boolean;
  volume: number;
  haptics: boolean;
  language: Language;
  /** Mad Abel: draw by itself when the engine says that nothing can be played and the hand is small. */
  autoDraw: boolean;
  name: string;
  /** Other people are called by their seats. */
  hideNames: boolean;
  /** The level that was last chosen to play against. */
  level: string;
  /** The first visit is over. */
  welcomed: boolean;
}

/** The first of the browser's languages that the page has. */
const browsers = (): Language => {
  const wanted = (globalThis.navigator?.languages ?? []).map((tag) => tag.split('-', 1)[0]!.toLowerCase());
  return wanted.map((tag) => languages.find(({ id }) => id === tag)?.id).find((id) => id) ?? 'en';
};

const first: Settings = {
  theme: 'system', pieces: 'ingredient', letters: true, clear: 'clear', vectors: false, motion: 'system', speed: 1, sound: true,
  volume: 0.5, haptics: true, language: browsers(), autoDraw: true, name: '', hideNames: false,
  level: levelAtFirst, welcomed: false,
};
const key = 'coset.settings';

function kept(): Partial<Settings> {
  const value = readStored('local', key);
  if (typeof value !== 'object') return {};
  // A value of another type than the default is ignored.
  const fit = Object.entries(value as object).filter(([name, each]) => typeof each === typeof first[name as keyof Settings]);
  const found: Partial<Settings> = Object.fromEntries(fit);
  return found.level === undefined ? found : { ...found, level: levelMeant(found.level) };
}

export const settings = $state<Settings>({ ...first, ...kept() });

/** Changes some of them for good. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  writeStored('local', key, settings);
}

/** The settings that are as on the first visit. */
export const untouched = () => (Object.keys(first) as (keyof Settings)[]).filter((name) => settings[name] === first[name]);

/** As on the first visit. */
export function forgetSettings(): void {
  set(first);
  writeStored('local', key, undefined);
}

/** Nothing should move. */
export const still = () =>
  settings.motion === 'none' ||
  settings.speed === 0 ||
  (settings.motion === 'system' && (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false));
