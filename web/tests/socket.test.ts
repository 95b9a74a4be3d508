// @vitest-environment node
// The connection to a remote table: disconnects and reconnects.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTable, type Socket, type SocketDeps } from '../src/transport/socket.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect(chance = 0.5, rejection?: SocketDeps['rejection'], query = '') {
  const sockets: (Socket & { url: string; sent: string[]; gone: boolean })[] = [];
  const heard: unknown[] = [];
  const link = connectTable(`ws://here/ws/t/oak${query}`, {
    opened: () => heard.push('opened'),
    told: (message) => heard.push(message),
    linkError: (linkError) => heard.push(linkError ? `trouble ${linkError.rejected?.message ?? linkError.kind}` : 'no trouble'),
    closed: ({ code }) => heard.push(`closed ${code}`),
  }, {
    open: (url) => {
      const made: (typeof sockets)[number] = {
        url, sent: [], gone: false, onopen: null, onmessage: null, onclose: null,
        send: (text) => made.sent.push(text),
        close: () => (made.gone = true),
      };
      sockets.push(made);
      return made;
    },
    chance: () => chance,
    ...(rejection ? { rejection } : {}),
  });
  const last = () => sockets.at(-1)!;
  return {
    link, sockets, last,
    open: () => last().onopen!(),
    tell: (message: unknown) => last().onmessage!({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
    breaks: (code = 1006, reason = '') => last().onclose!({ code, reason }),
    heard: () => heard.splice(0),
  };
}
const beat = { type: 'heartbeat', head: 4 } as const;

describe('a connection', () => {
  test('sends nothing before it is open, and reports when it is', () => {
    const { link, last, open, heard } = connect();
    link.say(beat);
    expect(last().sent).toEqual([]);
    open();
    expect(heard()).toEqual(['no trouble', 'opened']);
    link.say(beat);
    expect(last().sent).toEqual([JSON.stringify(beat)]);
  });
  test('that is rejected reports why, and is retried after the given delay', async () => {
    const why = 'Too many connections from your network. Try again in 10 seconds.';
    const asked: string[] = [];
    const { sockets, open, breaks, heard } = connect(0, (url) => {
      asked.push(url);
      return Promise.resolve({ code: 'rate.connections', message: why, retryAfter: 10 });
    });
    breaks();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard()).toEqual(['trouble disconnected', `trouble ${why}`]);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sockets.length).toBe(2);
    open();
    breaks();  // after an open connection the reason is not asked for
    await vi.advanceTimersByTimeAsync(0);
    expect(heard()).toEqual(['no trouble', 'opened', 'trouble disconnected']);
    expect(asked).toEqual(['ws://here/ws/t/oak']);
  });
  test('that is lost is reopened with exponential backoff until the server responds', () => {
    const { sockets, open, tell, breaks, heard } = connect();
    open();
    breaks();
    expect(heard()).toEqual(['no trouble', 'opened', 'trouble disconnected']);
    const waits: number[] = [];
    for (let i = 0; i < 26; ++i) {
      const before = sockets.length;
      let waited = 0;
      for (; sockets.length === before; waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
      breaks();
    }
    // For a minute often enough to reconnect within five seconds of the server’s return, then rarely.
    expect(waits).toEqual([500, 1000, 2000, ...Array<number>(17).fill(2500), 5000, 10000, 20000, 30000, 30000, 30000]);
    vi.advanceTimersByTime(30_000);
    open();
    tell(beat);
    breaks();
    const before = sockets.length;
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(before + 1);
  });
  test('is reopened with jitter', () => {
    const waits = [0, 0.25, 0.999].map((chance) => {
      const { sockets, open, breaks } = connect(chance);
      open();
      breaks();
      let waited = 0;
      for (; sockets.length === 1; ++waited) vi.advanceTimersByTime(1);
      return waited;
    });
    expect(waits).toEqual([250, 375, 749]);
  });
  test('to a draining server is reopened after the delay that it sent', () => {
    const { sockets, open, tell, breaks } = connect();
    open();
    tell({ type: 'drain', after_ms: 5000 });
    breaks(1001);
    vi.advanceTimersByTime(4999);
    expect(sockets.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(2);
  });
  test('that is opened only to be refused waits as long as the server says, and longer each time if it does not', () => {
    const { sockets, open, tell, breaks } = connect();
    const refused = (retry_after?: number) => {
      const before = sockets.length;
      open();
      tell({ type: 'error', code: 'rate.connections', message: '', ...(retry_after ? { retry_after } : {}) });
      breaks(1013);
      let waited = 0;
      for (; sockets.length === before; ++waited) vi.advanceTimersByTime(1);
      return waited;
    };
    const [first, told, second] = [refused(), refused(10), refused()];
    expect(told).toBe(10_000);
    expect(second).toBeGreaterThan(first);
    // One that is served has no need to wait, whatever is refused later.
    open();
    tell({ type: 'heartbeat', head: 4 } as never);
    tell({ type: 'error', code: 'rate.messages', message: '', retry_after: 10 });
    breaks(1006);
    vi.advanceTimersByTime(first);
    expect(sockets).toHaveLength(5);
  });
  const here = 'ws://here/ws/t/oak';
  test('to a node that does not serve the table is reopened at once at the one that does', () => {
    const { sockets, open, tell, heard } = connect();
    open();
    heard();
    tell({ type: 'redirect', node: 'node-2' });
    expect(sockets.map(({ url, gone }) => [url, gone])).toEqual([[here, true], [`${here}?node=node-2`, false]]);
    expect(sockets[0]!.onclose).toBeNull();  // its close is no loss
    open();
    expect(heard()).toEqual(['no trouble', 'opened']);
    vi.advanceTimersByTime(100_000);
    expect(sockets.length).toBe(2);
  });
  test('of a class keeps its query when it is redirected', () => {
    const { sockets, open, tell } = connect(0.5, undefined, '?class=K7P2QX');
    open();
    tell({ type: 'redirect', node: 'b' });
    expect(sockets.map(({ url }) => url)).toEqual([`${here}?class=K7P2QX`, `${here}?class=K7P2QX&node=b`]);
  });
  test('is redirected once: the second time it is lost, with exponential backoff and without the node', () => {
    const { sockets, open, tell, heard } = connect();
    const waits: number[] = [];
    for (let i = 0; i < 3; ++i) {
      open();
      tell({ type: 'redirect', node: 'b' });
      open();
      heard();
      tell({ type: 'redirect', node: 'a' });
      expect(heard()).toEqual(['trouble disconnected']);
      const before = sockets.length;
      let waited = 0;
      for (; sockets.length === before; waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000]);
    expect(sockets.map(({ url }) => url)).toEqual([here, `${here}?node=b`, here, `${here}?node=b`, here, `${here}?node=b`, here]);
  });
  test('that was served after a redirect may be redirected again; when it is lost, the node is forgotten', () => {
    const { sockets, open, tell, breaks } = connect();
    open();
    tell({ type: 'redirect', node: 'b' });
    open();
    tell(beat);
    tell({ type: 'redirect', node: 'a' });
    expect(sockets.at(-1)!.url).toBe(`${here}?node=a`);
    breaks();
    vi.advanceTimersByTime(500);
    expect(sockets.at(-1)!.url).toBe(here);
  });
  test('is redirected at once even if the server has sent a delay before', () => {
    const { sockets, open, tell, breaks } = connect();
    open();
    tell({ type: 'drain', after_ms: 5000 });
    tell({ type: 'redirect', node: 'b' });
    expect(sockets.length).toBe(2);
    breaks();
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(3);
  });
  test.each(['', '-a', 'A', 'a b', 'b&token=1', 'b#', 'b/../x', 'b?x', 'b%2f', 'b\n', 'é', 'x'.repeat(33), 7, null, undefined, ['b'], { a: 1 }])(
    'does not follow the name %j of a node', (node) => {
      const { sockets, open, tell, heard } = connect();
      open();
      heard();
      tell({ type: 'redirect', node });
      expect([sockets.length, heard()]).toEqual([1, ['trouble disconnected']]);
      vi.advanceTimersByTime(500);
      expect(sockets.map(({ url }) => url)).toEqual([here, here]);
    });
  test('without a response is closed and reopened', () => {
    const { link, sockets, open, tell, heard } = connect();
    open();
    link.say(beat);
    vi.advanceTimersByTime(14_000);
    tell(beat);
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);  // no request was sent
    link.say(beat);
    heard();
    vi.advanceTimersByTime(15_000);
    expect([heard(), sockets[0]!.gone]).toEqual([['trouble disconnected'], true]);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
  });
  // The table does not answer the heartbeat that starts a clock (docs/protocol.md); clients of 0.1.0 wait as long.
  test('is not closed for one heartbeat without an answer, if the next one has it', () => {
    const { link, sockets, open, tell } = connect();
    open();
    for (let turn = 0; turn < 5; ++turn) {
      link.say(beat);
      vi.advanceTimersByTime(5_000);
      link.say(beat);
      tell(beat);
    }
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
  });
  test('that never opens is closed too', () => {
    const { sockets } = connect();
    vi.advanceTimersByTime(15_500);
    expect([sockets.length, sockets[0]!.gone]).toEqual([2, true]);
  });
  test('is opened immediately when the page asks, and only if there is none', () => {
    const { link, sockets, open, breaks } = connect();
    open();
    link.reconnect();
    expect(sockets.length).toBe(1);
    expect(link.say(beat)).toBe(true);
    breaks();
    expect(link.say(beat)).toBe(false);
    link.reconnect();
    expect(sockets.length).toBe(2);
    open();
    vi.advanceTimersByTime(10_000);
    expect(sockets.length).toBe(2);
  });
  test('is closed sooner after a sleep if the server does not respond, and immediately if the network has changed', () => {
    const { link, sockets, open, tell } = connect();
    open();
    link.reconnect();
    tell(beat);
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
    link.reconnect();
    link.say(beat);
    vi.advanceTimersByTime(4000);
    expect(sockets[0]!.gone).toBe(true);
    vi.advanceTimersByTime(500);
    open();
    link.reconnect(true);
    expect([sockets.length, sockets[1]!.gone]).toEqual([3, true]);
  });
  test('without an outstanding request is not closed', () => {
    const { sockets, open, last } = connect();
    open();
    last().onmessage!({ data: '{"type":"heartbeat","head":1}' });
    vi.advanceTimersByTime(100_000);
    expect(sockets.length).toBe(1);
  });
  test('that receives an invalid message is reopened', () => {
    const { sockets, open, tell, heard } = connect();
    open();
    heard();
    tell('{');
    expect(heard()).toEqual(['trouble disconnected']);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
  });
  test('that the server rejects for good stays closed, and reports why', () => {
    const { link, sockets, open, breaks, heard } = connect();
    open();
    heard();
    breaks(1008, 'rate.messages');
    link.reconnect();
    vi.advanceTimersByTime(100_000);
    expect([heard(), sockets.length]).toEqual([['closed rate.messages'], 1]);
  });
  test('that the page closes stays closed and reports nothing more', () => {
    const { link, sockets, last, open, heard } = connect();
    open();
    heard();
    link.close();
    expect([last().gone, last().onclose, last().onmessage]).toEqual([true, null, null]);
    vi.advanceTimersByTime(100_000);
    expect([heard(), sockets.length]).toEqual([[], 1]);
  });
});
