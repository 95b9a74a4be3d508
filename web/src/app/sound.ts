// Sounds and short vibrations. The primaries are a triad, and a piece sounds its petals: purple is a fifth,
// white the full chord, clear a soft tick, and what cancels is a note that goes away. For cards the suit is
// the timbre and the rank the step. Silent until the first touch or key, as browsers want it.
import { cardOf, type Suit } from '../pieces/cards.js';
import { digitsOf, familyOf } from '../pieces/groups.js';

export type Cue = 'select' | 'commit' | 'cancel' | 'refused' | 'turn';

export interface Tone {
  frequency: number;
  /** Seconds from now. */
  start: number;
  length: number;
  wave: OscillatorType;
  /** 0 to 1, before the volume. */
  loudness: number;
}

const c4 = 261.63;
/** C, E, G, then on upwards for further coordinates. */
export const triad = [c4, 329.63, 392.0, 523.25, 659.26, 783.99];
const timbres: Record<Suit, OscillatorType> = { h: 'sine', s: 'triangle', d: 'square', c: 'sawtooth' };
const rankNames = ['K', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q'];
const tick: Voice = { frequencies: [1480], wave: 'triangle' };

interface Voice {
  frequencies: number[];
  wave: OscillatorType;
}

/** What a piece sounds like: its petals as notes, higher digits an octave share above. */
export function voiceOf(group: string, name: string): Voice {
  const family = familyOf(group);
  if (family.kind === 'cards') {
    const card = cardOf(name);
    if (!card) return tick;
    const step = rankNames.indexOf(card.rank);
    return { frequencies: [c4 * 2 ** (step / 13)], wave: timbres[card.suit] };
  }
  if (family.kind !== 'cyclic') return { frequencies: [c4 * 2 ** (hashOf(name) / 24)], wave: 'triangle' };
  const digits = digitsOf(family.moduli, name) ?? [];
  const frequencies = digits.flatMap((digit, i) =>
    digit === 0 ? [] : [triad[i % triad.length]! * 2 ** ((digit - 1) / family.moduli[i]!)],
  );
  return frequencies.length > 0 ? { frequencies, wave: 'triangle' } : tick;
}

function hashOf(name: string): number {
  return [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 25, 7);
}

const lengths: Record<Cue, number> = { select: 0.08, commit: 0.18, cancel: 0.25, refused: 0.06, turn: 0.6 };

/** The tones of a cue; pieces matter for selecting, committing and cancelling. */
export function tonesOf(cue: Cue, voices: Voice[] = []): Tone[] {
  const length = lengths[cue];
  if (cue === 'refused') {
    return [0, 0.11].map((start) => ({ frequency: 110, start, length, wave: 'sine', loudness: 0.8 }));
  }
  if (cue === 'turn') {
    return [
      { frequency: 783.99, start: 0, length, wave: 'sine', loudness: 0.5 },
      { frequency: 1567.98, start: 0, length: length / 2, wave: 'sine', loudness: 0.2 },
    ];
  }
  return voices.flatMap(({ frequencies, wave }, i) =>
    frequencies.map((frequency) => ({
      frequency: cue === 'cancel' ? frequency / 2 : frequency,
      start: cue === 'commit' ? i * 0.05 : 0,
      length: frequency > 1400 ? 0.03 : length,
      wave,
      loudness:
        (wave === 'square' || wave === 'sawtooth' ? 0.3 : 0.7) /
        Math.max(1, frequencies.length * voices.length) ** 0.5,
    })),
  );
}

/** Vibration in milliseconds: on, off, on. Most cues have none. */
export function buzzOf(cue: Cue): number[] {
  if (cue === 'select') return [10];
  return cue === 'refused' ? [20, 40, 20] : [];
}

let context: AudioContext | undefined;
let volume = 0.5;
let haptics = true;

export function setVolume(value: number): void {
  volume = Math.min(1, Math.max(0, value));
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

/** Plays a cue for pieces of a group; does nothing before the first interaction or without volume. */
export function play(cue: Cue, group = '', names: string[] = []): void {
  const buzz = buzzOf(cue);
  if (haptics && context && buzz.length > 0) navigator.vibrate?.(buzz);
  if (!context || volume === 0) return;
  if (context.state === 'suspended') void context.resume();
  for (const tone of tonesOf(
    cue,
    names.map((name) => voiceOf(group, name)),
  ))
    sound(context, tone, cue === 'cancel');
}

function sound(audio: AudioContext, tone: Tone, fading: boolean): void {
  const start = audio.currentTime + tone.start;
  const end = start + tone.length;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = tone.wave;
  source.frequency.setValueAtTime(tone.frequency, start);
  if (fading) source.frequency.exponentialRampToValueAtTime(tone.frequency / 1.5, end);
  const loudness = 0.35 * volume * tone.loudness;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loudness), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, end + 0.06);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(end + 0.08);
}
