// @vitest-environment node
// The lattice of subgroups through the worker: in slices, with progress, and until it is cancelled.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine, told } from '../src/engine/index.js';
import type { FromWorker, ToWorker } from '../src/worker/messages.js';
import { startService } from '../src/worker/service.js';
import { Device, loadEngine, turn, until } from './support/room.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** A slow machine: every look at the clock takes 30 ms, so slices are small and progress is told often. */
function slow(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
}

function open() {
  slow();
  const posted: FromWorker[] = [];
  const service = startService({
    engine, store: new Device().store, keeps: async () => false, now: () => 1000, chance: () => 0, pause: turn, patience: 100_000,
    post: (message) => posted.push(structuredClone(message)), tellTabs: () => undefined,
  });
  const handle = (message: ToWorker) => service.handle(message);
  const answerTo = (id: number) => posted.find((each) => (each.kind === 'done' || each.kind === 'refused') && each.id === id);
  return { handle, posted, answerTo };
}

describe('the subgroups of a large group', () => {
  test('are found in slices, with progress, while the worker answers other calls', async () => {
    const { handle, posted, answerTo } = open();
    handle({ kind: 'call', id: 1, name: 'lattice', values: ['Z2^4', 10000] });
    handle({ kind: 'call', id: 2, name: 'spec', values: ['al-jabar'] });
    await until(() => posted.some((each) => each.kind === 'progress'));
    handle({ kind: 'call', id: 3, name: 'spec', values: ['mad-abel'] });
    await until(() => answerTo(1) !== undefined);
    const at = (id: number) => posted.findIndex((each) => each.kind === 'done' && each.id === id);
    expect(at(2)).toBeGreaterThanOrEqual(0);
    expect(at(2)).toBeLessThan(at(1));
    expect(at(3), 'asked during the search').toBeLessThan(at(1));
    const group = engine.group('Z2^4');
    const whole = group.lattice(10000);
    group.free();
    expect((posted[at(1)] as { value: unknown }).value).toEqual(whole);
    const told = posted.flatMap((each) => (each.kind === 'progress' ? [each.value as told.LatticeProgress] : []));
    for (let i = 1; i < told.length; ++i) {
      expect(told[i]!.found).toBeGreaterThanOrEqual(told[i - 1]!.found);
      expect(told[i]!.percent).toBeGreaterThanOrEqual(told[i - 1]!.percent);
    }
    expect(told.at(-1)!.found).toBeLessThanOrEqual(whole.count!);
  });
  test('are not found if the search is cancelled, and the engine goes on', async () => {
    const { handle, posted, answerTo } = open();
    handle({ kind: 'call', id: 1, name: 'lattice', values: ['Z2^4', 10000] });
    await until(() => posted.some((each) => each.kind === 'progress'));
    handle({ kind: 'stop', id: 1 });
    await until(() => answerTo(1) !== undefined);
    expect(answerTo(1)).toMatchObject({ kind: 'refused', code: 'stopped' });
    handle({ kind: 'call', id: 2, name: 'lattice', values: ['D4', 100] });
    await until(() => answerTo(2) !== undefined);
    expect(answerTo(2)).toMatchObject({ kind: 'done', value: { count: 10 } });
  });
  test('are refused for what is no group', async () => {
    const { handle, answerTo } = open();
    handle({ kind: 'call', id: 1, name: 'lattice', values: ['magma:a,b;a,a/b,b', 100] });
    await until(() => answerTo(1) !== undefined);
    expect(answerTo(1)).toMatchObject({ kind: 'refused', code: 'group.magma' });
  });
});

/** The page's end: a worker that answers when it is told to. */
class FakeWorker {
  posted: ToWorker[] = [];
  onmessage!: (event: { data: FromWorker }) => void;
  onerror!: (event: { message?: string }) => void;
  postMessage(message: ToWorker): void {
    this.posted.push(message);
  }
}

describe('the page', () => {
  test('shows progress, cancels, and forgets what another group’s search finds', async () => {
    const made: FakeWorker[] = [];
    vi.stubGlobal('Worker', class extends FakeWorker {
      constructor() {
        super();
        made.push(this);
      }
    });
    const { Subgroups } = await import('../src/screens/lab/lattice.svelte.js');
    const worker = made[0]!;
    const tell = (data: FromWorker) => worker.onmessage({ data });
    const settled = () => new Promise((go) => setTimeout(go));
    const idOf = (i: number) => (worker.posted.filter(({ kind }) => kind === 'call')[i] as { id: number }).id;
    const lattice = (group: string) => ({ group, count: 1, subgroups: [], classes: [] });

    const subgroups = new Subgroups();
    void subgroups.find('Z2^6');
    expect(subgroups.state).toBe('searching');
    tell({ kind: 'progress', id: idOf(0), value: { found: 12, percent: 0 } });
    expect(subgroups.progress).toEqual({ found: 12, percent: 0 });
    subgroups.cancel();
    expect(worker.posted.at(-1)).toEqual({ kind: 'stop', id: idOf(0) });
    tell({ kind: 'refused', id: idOf(0), code: 'stopped', text: '' });
    await settled();
    expect(subgroups.state).toBe('cancelled');

    subgroups.again();
    expect(subgroups.state).toBe('searching');
    void subgroups.find('D4');
    expect(worker.posted.some((each) => each.kind === 'stop' && each.id === idOf(1)), 'another group ends the search').toBe(true);
    tell({ kind: 'done', id: idOf(1), value: lattice('Z2^6') });
    await settled();
    expect(subgroups.lattice).toBeUndefined();
    tell({ kind: 'done', id: idOf(2), value: lattice('D4') });
    await settled();
    expect(subgroups.lattice).toMatchObject({ group: 'D4' });
    expect(subgroups.state).toBe('done');
    const asked = worker.posted.length;
    await subgroups.find('D4');
    expect(worker.posted, 'the same group is not searched again').toHaveLength(asked);
  });
});
