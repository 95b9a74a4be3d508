// The sixteen sounds of a table, made of oscillators and a little noise. The primaries are a triad, and a
// piece sounds its petals; the rest is wood. Loaded with the first sound; the same recipes are rendered to
// files by a test, which measures that none is loud or long.
import { cardOf, type Suit } from '../pieces/cards.js';
import { digitsOf, familyOf } from '../pieces/groups.js';
import type { Cue } from './sound_cues.js';

const c4 = 261.63;
/** C, E, G, then on upwards for further coordinates. */
export const triad = [c4, 329.63, 392.0, 523.25, 659.26, 783.99];
const timbres: Record<Suit, OscillatorType> = { h: 'sine', s: 'triangle', d: 'square', c: 'sawtooth' };
const rankNames = ['K', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q'];

export interface Voice {
  frequencies: number[];
  wave: OscillatorType;
}
const tick: Voice = { frequencies: [1480], wave: 'triangle' };

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
  const frequencies = digits.flatMap((digit, i) => (digit === 0 ? [] : [triad[i % triad.length]! * 2 ** ((digit - 1) / family.moduli[i]!)]));
  return frequencies.length > 0 ? { frequencies, wave: 'triangle' } : tick;
}
function hashOf(name: string): number {
  return [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 25, 7);
}

const mostVoices = 8;
/** So that no sound is above -12 dBFS at full volume; the compressor makes up for what it takes. */
const headroom = 0.76;
/** What a filter leaves of white noise is about a fourth. */
const filtered = 4;

/** What all sounds go through: low-pass, compressor, volume. */
export function chainOf(audio: BaseAudioContext): { input: AudioNode; volume: AudioParam } {
  const soft = Object.assign(audio.createBiquadFilter(), { type: 'lowpass' as const });
  soft.frequency.value = 6000;
  const press = audio.createDynamicsCompressor();
  press.threshold.value = -18;
  press.ratio.value = 4;
  const gain = audio.createGain();
  soft.connect(press).connect(gain).connect(audio.destination);
  return { input: soft, volume: gain.gain };
}
export const loudness = (volume: number): number => headroom * volume;

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();
/** 60 ms of white noise, made once; the same every time. */
function noiseOf(audio: BaseAudioContext): AudioBuffer {
  let made = noises.get(audio);
  if (made) return made;
  made = audio.createBuffer(1, Math.ceil(0.06 * audio.sampleRate), audio.sampleRate);
  const samples = made.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[i] = state / 2 ** 31 - 1;
  }
  noises.set(audio, made);
  return made;
}

/** One sound in the making: all times are in milliseconds from its start. */
class Sound {
  #voices = 0;
  end = 0;
  constructor(private readonly audio: BaseAudioContext, private readonly out: AudioNode, private readonly start: number) {}

  /** Rises in `attack`, then falls away in `decay`. */
  #voice(source: AudioScheduledSourceNode, at: number, attack: number, decay: number, peak: number, through?: AudioNode): void {
    if (++this.#voices > mostVoices) return;
    const [from, top, end] = [at, at + attack, at + attack + decay].map((ms) => this.start + ms / 1000) as [number, number, number];
    const gain = this.audio.createGain();
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(peak, top);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    (through ? source.connect(through) : source).connect(gain).connect(this.out);
    source.start(from);
    source.stop(end + 0.01);
    this.end = Math.max(this.end, end);
  }
  tone(wave: OscillatorType, frequency: number, at: number, attack: number, decay: number, peak: number, glide?: { to: number; over: number; closing?: boolean }): void {
    const source = this.audio.createOscillator();
    source.type = wave;
    const from = this.start + at / 1000;
    source.frequency.setValueAtTime(frequency, from);
    if (glide) source.frequency.exponentialRampToValueAtTime(glide.to, from + glide.over / 1000);
    let through: BiquadFilterNode | undefined;
    if (glide?.closing) {
      through = this.#filter('lowpass', 1);
      through.frequency.setValueAtTime(3000, from);
      through.frequency.exponentialRampToValueAtTime(300, from + glide.over / 1000);
    }
    this.#voice(source, at, attack, decay, peak, through);
  }
  noise(kind: BiquadFilterType, frequency: number, q: number, at: number, attack: number, decay: number, peak: number, to?: number): void {
    const source = this.audio.createBufferSource();
    source.buffer = noiseOf(this.audio);
    source.loop = true;
    const through = this.#filter(kind, q);
    const from = this.start + at / 1000;
    through.frequency.setValueAtTime(frequency, from);
    if (to !== undefined) through.frequency.exponentialRampToValueAtTime(to, from + (attack + decay) / 1000);
    this.#voice(source, at, attack, decay, filtered * peak, through);
  }
  #filter(type: BiquadFilterType, q: number): BiquadFilterNode {
    const made = Object.assign(this.audio.createBiquadFilter(), { type });
    made.Q.value = q;
    return made;
  }
  /** A piece comes down on wood. */
  pan(at: number, peak: number, pitch = 1): void {
    this.noise('bandpass', 850 * pitch, 3, at, 1, 40, peak);
    this.tone('sine', 190 * pitch, at, 1, 60, peak, { to: 150 * pitch, over: 60 });
  }
}

const isTick = (voice: Voice): boolean => voice.frequencies[0]! > 1400;

/** Plays a cue into `out`, seconds from now on the context's clock; tells when it has ended. */
export function schedule(audio: BaseAudioContext, out: AudioNode, cue: Cue, voices: Voice[], start: number, count = 1): number {
  const sound = new Sound(audio, out, start);
  const notes = voices.flatMap(({ frequencies, wave }) => frequencies.map((frequency) => ({ frequency, wave })));
  // Several petals together are no louder than one.
  const share = 1 / Math.sqrt(Math.max(1, notes.length));
  const wood: OscillatorType = 'triangle';
  switch (cue) {
    case 'touch':
      sound.noise('bandpass', 1900, 4, 0, 1, 26, 0.16);
      for (const { frequency, wave } of notes) sound.tone(wave, frequency, 0, 4, frequency > 1400 ? 40 : 90, (wave === 'square' || wave === 'sawtooth' ? 0.05 : 0.1) * share);
      break;
    case 'back':
      sound.noise('bandpass', 1200, 4, 0, 1, 26, 0.12);
      break;
    case 'pan':
      sound.pan(0, 0.2);
      break;
    case 'pair':
      for (const { frequency } of notes) {
        sound.tone(wood, frequency, 0, 4, 160, 0.09 * share);
        sound.tone(wood, frequency + 6, 0, 4, 160, 0.09 * share, { to: frequency, over: 120 });
      }
      break;
    case 'level':
      if (voices.length === 0 || voices.every(isTick)) sound.tone('sine', 1480, 0, 2, 120, 0.12);
      else notes.forEach(({ frequency }, i) => sound.tone('sine', 2 * frequency, 35 * i, 6, 380, 0.12 * share));
      break;
    case 'exchange':
      sound.pan(0, 0.22);
      sound.pan(90, 0.22, 0.8);
      break;
    case 'vanish':
      for (const { frequency } of notes) sound.tone(wood, frequency, 0, 4, 240, 0.14 * share, { to: frequency / 1.5, over: 240, closing: true });
      sound.tone(wood, 1480, 240, 1, 40, 0.14);
      break;
    case 'dealt':
      for (let i = 0; i < Math.min(count, 4); ++i) sound.tone(wood, 1480 * 2 ** (i / 12), 50 * i, 1, 36, 0.08);
      break;
    case 'draw':
      sound.noise('bandpass', 500, 1.2, 0, 30, 160, 0.12, 1400);
      sound.pan(190, 0.2);
      break;
    case 'refused':
      for (const at of [0, 120]) {
        sound.tone('sine', 150, at, 2, 70, 0.16, { to: 110, over: 70 });
        sound.noise('lowpass', 400, 1, at, 1, 40, 0.16);
      }
      break;
    case 'turn':
      sound.tone('sine', 784, 0, 4, 500, 0.12);
      sound.tone('sine', 1568, 0, 4, 220, 0.04);
      break;
    case 'final':
      for (const frequency of [196, 294, 392]) sound.tone('sine', frequency, 0, 20, 900, 0.07);
      break;
    case 'win':
      [c4, 329.63, 392, 523.25].forEach((frequency, i) => sound.tone(wood, frequency, 90 * i, 6, 700, 0.12));
      for (const frequency of [523.25, 659.26, 783.99]) sound.tone('sine', frequency, 420, 10, 1100, 0.07);
      break;
    case 'lose':
      [392, 329.63, c4].forEach((frequency, i) => sound.tone('sine', frequency, 140 * i, 8, 500, 0.09));
      break;
    case 'step':
      // A click a step, no more than the voices there are: a long way has its first and last.
      for (let i = 0; i < Math.min(count, mostVoices); ++i) sound.noise('bandpass', 2600, 8, 30 * i, 1, 12, 0.07);
      break;
    case 'open':
      sound.pan(0, 0.14);
      for (const frequency of [523.25, 784]) sound.tone('sine', frequency, 0, 6, 420, 0.1);
      break;
  }
  return sound.end;
}
