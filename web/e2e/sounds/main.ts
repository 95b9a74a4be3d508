// The sounds of a table, rendered for sounds.spec.ts as they go out at full volume.
import type { Cue } from '../../src/app/sound_cues.js';
import { chainOf, loudness, schedule, voiceOf } from '../../src/app/synth.js';

const rate = 44_100;

/** A compressor that was just made is half shut: it has stood for a while when a sound comes. */
const lead = 0.5;

/** Two seconds of a cue, as 16-bit samples. */
async function render(cue: Cue, names: string[], count: number): Promise<number[]> {
  const audio = new OfflineAudioContext(1, (lead + 2) * rate, rate);
  const chain = chainOf(audio);
  chain.volume.value = loudness(1);
  schedule(audio, chain.input, cue, names.map((name) => voiceOf('Z2^3', name)), lead, count);
  const samples = (await audio.startRendering()).getChannelData(0).subarray(lead * rate);
  return Array.from(samples, (sample) => Math.round(32767 * Math.max(-1, Math.min(1, sample))));
}
Object.assign(globalThis, { render });
