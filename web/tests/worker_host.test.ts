// @vitest-environment node
// The screen's end of the worker.
import { describe, expect, test, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../src/worker/messages.js';

class FakeWorker {
  posted: ToWorker[] = [];
  onmessage!: (event: { data: FromWorker }) => void;
  onerror!: (event: { message?: string }) => void;
  postMessage(message: ToWorker): void {
    this.posted.push(message);
  }
  tell(message: FromWorker): void {
    this.onmessage({ data: message });
  }
}
vi.stubGlobal('Worker', FakeWorker);
const { CallRefused, Host } = await import('../src/worker/host.js');

function open() {
  const worker = new FakeWorker();
  const host = new Host(worker as unknown as Worker);
  return { worker, host };
}
const idOf = (message: ToWorker | undefined) => (message as { id: number }).id;
const settled = async (promise: Promise<unknown>) => {
  let state = 'waiting';
  promise.then(() => (state = 'done'), () => (state = 'refused'));
  await new Promise((go) => setTimeout(go));
  return state;
};

describe('calls', () => {
  test('are asked by name and answered by number, in any order', async () => {
    const { worker, host } = open();
    const answers = [host.call.spec('al-jabar'), host.call.note('n')];
    expect(worker.posted).toMatchObject([
      { kind: 'call', name: 'spec', values: ['al-jabar'] },
      { kind: 'call', name: 'note', values: ['n'] },
    ]);
    const [first, second] = worker.posted.map(idOf);
    worker.tell({ kind: 'done', id: second!, value: 2 });
    worker.tell({ kind: 'done', id: first!, value: 1 });
    worker.tell({ kind: 'done', id: first!, value: 3 });
    expect(await Promise.all(answers)).toEqual([1, 2]);
  });
  test('are refused with a code', async () => {
    const { worker, host } = open();
    const asked = host.call.keepNote('n', 1);
    worker.tell({ kind: 'refused', id: idOf(worker.posted[0]), code: 'storage.full', text: 'no room' });
    await expect(asked).rejects.toBeInstanceOf(CallRefused);
    await expect(asked).rejects.toMatchObject({ code: 'storage.full', message: 'no room' });
  });
  test('are given up by a signal, once and only while they wait', async () => {
    const { worker, host } = open();
    const stop = new AbortController();
    const [asked, other] = [host.until(stop.signal).opinion('', 0, 'strong'), host.until(stop.signal).about()];
    worker.tell({ kind: 'done', id: idOf(worker.posted[1]), value: {} });
    await other;
    stop.abort();
    expect(worker.posted.slice(2)).toEqual([{ kind: 'stop', id: idOf(worker.posted[0]) }]);
    worker.tell({ kind: 'refused', id: idOf(worker.posted[0]), code: 'stopped', text: '' });
    await expect(asked).rejects.toMatchObject({ code: 'stopped' });
    void host.call.about();
    expect(worker.posted.at(-1)).toMatchObject({ kind: 'call' });
  });
});

describe('links', () => {
  test('lead to their own table until they are closed', () => {
    const { worker, host } = open();
    const heard: unknown[] = [];
    const listener = (name: string) => ({
      told: (message: unknown) => heard.push([name, 'told', message]),
      linkError: (linkError: unknown) => heard.push([name, 'trouble', linkError]),
      closed: (problem: unknown) => heard.push([name, 'closed', problem]),
    });
    const [oak] = [host.link('oak', listener('oak')), host.link('elm', listener('elm'))];
    const [one, two] = worker.posted.map((message) => (message as { connection: number }).connection);
    oak.say({ type: 'hint', level: 1 });
    oak.reconnect();
    expect(worker.posted).toEqual([
      { kind: 'open', connection: one, table: 'oak' },
      { kind: 'open', connection: two, table: 'elm' },
      { kind: 'say', connection: one, message: { type: 'hint', level: 1 } },
      { kind: 'retry', connection: one },
    ]);
    const message = { type: 'heartbeat', head: 1 } as never;
    worker.tell({ kind: 'told', connection: two!, message });
    worker.tell({ kind: 'linkError', connection: one!, linkError: { kind: 'storage_full', why: 'no room' } });
    worker.tell({ kind: 'linkError', connection: one!, linkError: undefined });
    worker.tell({ kind: 'closed', connection: two!, code: 'broken', text: 'gone' });
    expect(heard).toEqual([
      ['elm', 'told', message], ['oak', 'trouble', { kind: 'storage_full', why: 'no room' }], ['oak', 'trouble', undefined], ['elm', 'closed', { code: 'broken', message: 'gone' }],
    ]);
    oak.close();
    worker.tell({ kind: 'told', connection: one!, message });
    expect(heard).toHaveLength(4);
    expect(worker.posted.at(-1)).toEqual({ kind: 'close', connection: one });
  });
});

describe('the worker', () => {
  test('is ready when it says so', async () => {
    const { worker, host } = open();
    expect(await settled(host.ready)).toBe('waiting');
    worker.tell({ kind: 'ready' });
    expect(await settled(host.ready)).toBe('done');
  });
  test('may fail to start, by its own word or the browser’s', async () => {
    const one = open();
    one.worker.tell({ kind: 'failed', text: 'coset.wasm: 404' });
    await expect(one.host.ready).rejects.toThrow('coset.wasm: 404');
    const other = open();
    other.worker.onerror({});
    await expect(other.host.ready).rejects.toThrow('could not be started');
    await settled(other.host.ready);
    expect(other.host.news.broken).toBeUndefined();
  });
  test.each([
    ['an error that nobody caught', (worker: FakeWorker) => worker.onerror({ message: 'unreachable' })],
    ['its own word', (worker: FakeWorker) => worker.tell({ kind: 'broken', text: 'unreachable' })],
  ])('that breaks later is reported to the page by %s, and nothing waits for it', async (_, breaks) => {
    const { worker, host } = open();
    const heard: unknown[] = [];
    host.onnews = (news) => heard.push(news.broken);
    worker.tell({ kind: 'ready' });
    await host.ready;
    const asked = host.call.about();
    breaks(worker);
    await expect(asked).rejects.toMatchObject({ code: 'broken', message: 'unreachable' });
    expect(heard).toEqual(['unreachable']);
    expect(host.news.broken).toBe('unreachable');
  });
  test('tells how the device’s store fares', () => {
    const { worker, host } = open();
    expect(host.news.device).toBe('open');
    const heard: string[] = [];
    host.onnews = (news) => heard.push(news.device);
    for (const state of ['blocked', 'open', 'old'] as const) worker.tell({ kind: 'device', state });
    expect(heard).toEqual(['blocked', 'open', 'old']);
  });
});
