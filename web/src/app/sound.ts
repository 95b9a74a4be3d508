// Sounds and short vibrations: when, how loud, and what goes away for the next. What they are made of comes
// with the first one. Silent until the first touch or key, as browsers want it.
import { part } from '../transport/parts.svelte.js';
import type { Cue } from './sound_cues.js';
import type * as Synth from './synth.js';

const buzzes: Partial<Record<Cue, number[]>> = {
  touch: [8], back: [6], pan: [8], level: [12], exchange: [14], vanish: [10], dealt: [5], draw: [10], refused: [14, 40, 14], turn: [16],
  final: [20], win: [12, 60, 12, 60, 24], step: [4], open: [14],
};
/** Vibration in milliseconds: on, off, on. */
export const buzzOf = (cue: Cue): number[] => buzzes[cue] ?? [];

let context: AudioContext | undefined;
let chain: ReturnType<typeof Synth.chainOf> | undefined;
let synth: typeof Synth | undefined;
let loads: Promise<typeof Synth> | undefined;
let volume = 0.5;
let haptics = true;

export function setVolume(value: number): void {
  volume = Math.min(1, Math.max(0, value));
  if (chain && synth) chain.volume.value = synth.loudness(volume);
}
export function setHaptics(on: boolean): void {
  haptics = on;
}

/** Listens for the first touch or key, from which on there is sound. Returns how to stop listening. */
export function armSound(target: EventTarget = window): () => void {
  const stop = (): void => {
    for (const kind of ['pointerdown', 'keydown']) target.removeEventListener(kind, wake);
  };
  const wake = (): void => {
    stop();
    if (!context && typeof AudioContext !== 'undefined') context = new AudioContext();
  };
  for (const kind of ['pointerdown', 'keydown']) target.addEventListener(kind, wake);
  return stop;
}

export interface Heard {
  group?: string;
  names?: string[];
  /** How many clears or steps. */
  count?: number;
  /** Milliseconds from now. */
  after?: number;
}
let last: GainNode | undefined;

/** Plays a cue; does nothing before the first interaction or without volume. */
export async function play(cue: Cue, { group = '', names = [], count = 1, after = 0 }: Heard = {}): Promise<void> {
  if (!context) return;
  const buzz = buzzOf(cue);
  if (haptics && buzz.length > 0 && (cue !== 'turn' || document.hidden)) navigator.vibrate?.(buzz);
  if (volume === 0) return;
  if (!synth) {
    const asked = context.currentTime;
    synth = await (loads ??= part(() => import('./synth.js')));
    // It could not be loaded at first: what was to be heard is over.
    if (context.currentTime - asked > 2) return;
  }
  if (!chain) {
    chain = synth.chainOf(context);
    chain.volume.value = synth.loudness(volume);
  }
  if (context.state === 'suspended') void context.resume();
  const start = context.currentTime + after / 1000;
  // The tail of what was heard before is gone within 40 ms.
  last?.gain.setTargetAtTime(0, start, 0.013);
  const own = context.createGain();
  own.connect(chain.input);
  last = own;
  const end = synth.schedule(context, own, cue, names.map((name) => synth!.voiceOf(group, name)), start, count);
  setTimeout(() => own.disconnect(), (end - context.currentTime) * 1000 + 200);
}
