// Which screen an address names. Each is loaded when it is first shown.
import type { Component } from 'svelte';
import type { StringId } from '../strings/strings.svelte.js';

export interface Screen {
  load: () => Promise<{ default: Component<{ path: string[] }> }>;
  /** How many parts of the address make it another screen, 1 if absent; what follows only changes what it shows. */
  depth?: number;
  /** What the window is called until the screen says it with entitle(). */
  title?: StringId;
}

const screens: Record<string, Screen> = {
  '': { load: () => import('./home/Home.svelte') },
  play: { load: () => import('./home/NewTable.svelte'), title: 'new.title' },
  first: { load: () => import('./first/First.svelte'), title: 'first.title' },
  friend: { load: () => import('./online/Friend.svelte'), title: 'online.friend' },
  quick: { load: () => import('./online/Quick.svelte'), title: 'online.quick' },
  t: { load: () => import('./table/TableScreen.svelte'), depth: 2, title: 'nav.play' },
  d: { load: () => import('./day/Day.svelte'), depth: 2, title: 'home.deal' },
  learn: { load: () => import('./learn/Learn.svelte'), depth: 2, title: 'nav.learn' },
  puzzles: { load: () => import('./puzzles/Puzzles.svelte'), title: 'nav.puzzles' },
  puzzle: { load: () => import('./puzzles/Puzzle.svelte'), depth: 3, title: 'nav.puzzles' },
  rules: { load: () => import('./rules/Rules.svelte'), title: 'nav.rules' },
  settings: { load: () => import('./settings/Settings.svelte'), title: 'nav.settings' },
};

/** The first visit does not bring the names of their files. */
const rare: Record<string, Omit<Screen, 'load'>> = {
  c: {},
  teach: { depth: 2 },
  tables: { title: 'online.open' },
  lab: { title: 'nav.lab' },
  // What the lab was before; its addresses lead to the tab Sums.
  sandbox: { title: 'nav.lab' },
  challenge: { depth: 2 },
  print: {},
  plan: {},
  replay: { depth: 2, title: 'replay.title' },
  you: { title: 'you.title' },
};
for (const name in rare) screens[name] = { ...rare[name], load: () => import('./later.js').then(({ later }) => later[name]!()) };

export const screenOf = (path: string[]): Screen | undefined => (Object.hasOwn(screens, path[0] ?? '') ? screens[path[0] ?? ''] : undefined);
