// All sixteen sounds, rendered to files and measured: none above -12 dBFS, none longer than 1.6 s.
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { cues, type Cue } from '../src/app/sound_cues.js';
import { alone } from './alone.js';

declare global {
  var render: (cue: Cue, names: string[], count: number) => Promise<number[]>;
}

const test = alone('sounds');
const [rate, folder] = [44_100, 'test-results/sounds'];

function wav(samples: number[]): Buffer {
  const out = Buffer.alloc(44 + 2 * samples.length);
  out.write('RIFF', 0);
  out.writeUInt32LE(36 + 2 * samples.length, 4);
  out.write('WAVEfmt ', 8);
  [[16, 4], [1, 2], [1, 2], [rate, 4], [2 * rate, 4], [2, 2], [16, 2]].reduce((at, [value, bytes]) => out.writeUIntLE(value!, at, bytes!), 16);
  out.write('data', 36);
  out.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, i) => out.writeInt16LE(sample, 44 + 2 * i));
  return out;
}
const decibels = (peak: number) => 20 * Math.log10(peak / 32767);

test('no sound is loud, and none is long', async ({ page }) => {
  mkdirSync(folder, { recursive: true });
  for (const cue of cues) {
    // The fullest: white has all petals, and several of it are the most that is ever heard at once.
    const samples = await page.evaluate(([cue]) => render(cue, ['W', 'W'], 13), [cue] as const);
    writeFileSync(`${folder}/${cue}.wav`, wav(samples));
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const quiet = 33; // -60 dBFS
    const length = (samples.findLastIndex((sample) => Math.abs(sample) > quiet) + 1) / rate;
    console.log(`${cue.padEnd(9)} ${decibels(peak).toFixed(1).padStart(6)} dBFS ${length.toFixed(2)} s`);
    expect.soft(peak, cue).toBeGreaterThan(200);
    expect.soft(decibels(peak), cue).toBeLessThanOrEqual(-12);
    expect.soft(length, cue).toBeLessThanOrEqual(1.6);
  }
});
