import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { cues } from '../src/app/sound_cues.js';
import { armSound, buzzOf, play, setHaptics, setVolume } from '../src/app/sound.js';
import { schedule, triad, voiceOf } from '../src/app/synth.js';
import { petalsMet, stepsOf } from '../src/screens/table/sounds.js';

const rounded = (group: string, name: string) => voiceOf(group, name).frequencies.map(Math.round);

/** Notes what is begun and when; nothing is heard. */
function fakeContext() {
  const started: { kind: string; at: number; stop: number; hz: number }[] = [];
  const param = () => ({ value: 0, setValueAtTime(this: { value: number }, v: number) { this.value = v; }, exponentialRampToValueAtTime() {}, setTargetAtTime: vi.fn() });
  const node = () => ({ connect: (next: unknown) => next, disconnect() {} });
  const source = (kind: string) => {
    const own = { kind, at: 0, stop: 0, hz: 0 };
    const frequency = param();
    return { ...node(), type: '', frequency, loop: false, start: (at: number) => (started.push(own), (own.at = at), (own.hz = frequency.value)), stop: (at: number) => (own.stop = at) };
  };
  const gains: ReturnType<typeof param>[] = [];
  return {
    started, gains, currentTime: 0, state: 'running', destination: {}, sampleRate: 8000,
    createOscillator: () => source('tone'),
    createBufferSource: () => source('noise'),
    createBuffer: () => ({ getChannelData: () => new Float32Array(480) }),
    createGain: () => { const gain = param(); gains.push(gain); return { ...node(), gain }; },
    createBiquadFilter: () => ({ ...node(), type: '', frequency: param(), Q: param() }),
    createDynamicsCompressor: () => ({ ...node(), threshold: param(), ratio: param() }),
  };
}
type Fake = ReturnType<typeof fakeContext>;
const scheduled = (cue: (typeof cues)[number], names: string[] = [], count = 1) => {
  const audio = fakeContext();
  const end = schedule(audio as unknown as BaseAudioContext, {} as AudioNode, cue, names.map((name) => voiceOf('Z2^3', name)), 0, count);
  return { end, started: audio.started };
};

test('a piece sounds its petals', () => {
  assert.deepEqual(triad.slice(0, 3).map(Math.round), [262, 330, 392]);
  assert.deepEqual(rounded('Z2^3', 'R'), [262]);
  assert.deepEqual(rounded('Z2^3', 'P'), [262, 392]);
  assert.deepEqual(rounded('Z2^3', 'W'), [262, 330, 392]);
  assert.deepEqual(rounded('Z2^3', 'C'), [1480]);
});

test('a card has the timbre of its suit and the step of its rank', () => {
  const waves = ['hK', 'sK', 'dK', 'cK'].map((name) => voiceOf('Z4xZ13', name).wave);
  assert.equal(new Set(waves).size, 4);
  const steps = ['hK', 'hA', 'h2', 'h10', 'hQ'].map((name) => voiceOf('Z4xZ13', name).frequencies[0]!);
  assert.deepEqual(steps, [...steps].sort((a, b) => a - b));
  assert.ok(Math.abs(steps[1]! / steps[0]! - 2 ** (1 / 13)) < 1e-9);
  assert.equal(stepsOf('h5'), 5);
});

test('there are sixteen, each of at most eight voices', () => {
  assert.equal(new Set(cues).size, 16);
  for (const cue of cues) {
    const { started, end } = scheduled(cue, ['W', 'W', 'W'], 13);
    assert.ok(started.length >= 1 && started.length <= 8, cue);
    assert.ok(end > 0 && end <= 1.6, cue);
  }
});

test('what vanishes sounds its petals, then a tick; clears rise', () => {
  assert.deepEqual(scheduled('vanish', ['P']).started.map(({ hz }) => Math.round(hz)), [262, 392, 1480]);
  const clears = scheduled('dealt', [], 3).started.map(({ hz }) => hz);
  assert.equal(clears.length, 3);
  assert.ok(clears[0]! < clears[1]! && clears[1]! < clears[2]!);
});

test('petals that meet are those both sides have', () => {
  assert.deepEqual(petalsMet('Z2^3', ['O'], 'P'), ['R']);
  assert.deepEqual(petalsMet('Z2^3', ['R', 'B'], 'P'), ['R', 'B']);
  assert.deepEqual(petalsMet('Z2^3', ['R', 'R'], 'R'), []);
  assert.deepEqual(petalsMet('Z3^2', ['a'], 'a'), []);
});

test('nothing sounds or shakes before the first interaction; then the last one fades for the next', async () => {
  const shaken = vi.fn();
  let audio: Fake | undefined;
  vi.stubGlobal('AudioContext', class { constructor() { return (audio = fakeContext()); } });
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true });
  armSound();
  await play('touch', { group: 'Z2^3', names: ['P'] });
  assert.equal(audio, undefined);
  assert.equal(shaken.mock.calls.length, 0);
  window.dispatchEvent(new Event('pointerdown'));
  await play('touch', { group: 'Z2^3', names: ['P'] });
  assert.equal(audio!.started.length, 3);
  assert.deepEqual(shaken.mock.calls, [[buzzOf('touch')]]);
  const before = audio!.gains.filter((gain) => gain.setTargetAtTime.mock.calls.length > 0).length;
  await play('pan', { after: 200 });
  const faded = audio!.gains.filter((gain) => gain.setTargetAtTime.mock.calls.length > 0);
  assert.equal(faded.length, before + 1);
  assert.equal(faded[0]!.setTargetAtTime.mock.calls[0]![1], 0.2);
  setHaptics(false);
  await play('refused');
  assert.equal(shaken.mock.calls.length, 2);
  setVolume(0);
  const heard = audio!.started.length;
  await play('win');
  assert.equal(audio!.started.length, heard);
  vi.unstubAllGlobals();
});
