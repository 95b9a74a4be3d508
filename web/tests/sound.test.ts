import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { armSound, buzzOf, play, setHaptics, tonesOf, triad, voiceOf } from '../src/app/sound.js';

const rounded = (group: string, name: string) => voiceOf(group, name).frequencies.map(Math.round);

test('a piece sounds its petals', () => {
  assert.deepEqual(triad.slice(0, 3).map(Math.round), [262, 330, 392]);
  assert.deepEqual(rounded('Z2^3', 'R'), [262]);
  assert.deepEqual(rounded('Z2^3', 'P'), [262, 392]);
  assert.deepEqual(rounded('Z2^3', 'W'), [262, 330, 392]);
  assert.equal(tonesOf('select', [voiceOf('Z2^3', 'C')])[0]!.length, 0.03);
});

test('a card has the timbre of its suit and the step of its rank', () => {
  const waves = ['hK', 'sK', 'dK', 'cK'].map((name) => voiceOf('Z4xZ13', name).wave);
  assert.equal(new Set(waves).size, 4);
  const steps = ['hK', 'hA', 'h2', 'h10', 'hQ'].map((name) => voiceOf('Z4xZ13', name).frequencies[0]!);
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  assert.ok(Math.abs(steps[1]! / steps[0]! - 2 ** (1 / 13)) < 1e-9);
});

test('cues have their lengths, and a refusal is two dull taps', () => {
  const white = [voiceOf('Z2^3', 'W')];
  assert.ok(tonesOf('select', white).every(({ length }) => length === 0.08));
  assert.ok(tonesOf('commit', white).every(({ length }) => length === 0.18));
  assert.ok(tonesOf('cancel', white).every(({ length }) => length === 0.25));
  const taps = tonesOf('refused');
  assert.equal(taps.length, 2);
  assert.ok(taps.every(({ frequency }) => frequency < 150));
  assert.ok(tonesOf('turn').length > 0);
  for (const { loudness } of tonesOf('commit', Array(4).fill(white[0])))
    assert.ok(loudness > 0 && loudness <= 1);
});

test('nothing sounds or shakes before the first interaction', () => {
  const started = vi.fn();
  const shaken = vi.fn();
  class FakeContext {
    currentTime = 0;
    state = 'running';
    destination = {};
    createOscillator() {
      const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { type: '', frequency: ramp, connect: (next: unknown) => next, start: started, stop() {} };
    }
    createGain() {
      const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain: ramp, connect: (next: unknown) => next };
    }
  }
  vi.stubGlobal('AudioContext', FakeContext);
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true });
  armSound();
  play('select', 'Z2^3', ['P']);
  assert.equal(started.mock.calls.length + shaken.mock.calls.length, 0);
  window.dispatchEvent(new Event('pointerdown'));
  play('select', 'Z2^3', ['P']);
  assert.equal(started.mock.calls.length, 2);
  assert.deepEqual(shaken.mock.calls, [[buzzOf('select')]]);
  setHaptics(false);
  play('refused');
  assert.equal(shaken.mock.calls.length, 1);
  vi.unstubAllGlobals();
});
