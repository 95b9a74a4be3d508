// @vitest-environment node
// The line to a table on a server: it breaks, and comes back.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { socketLink, type Socket, type Surroundings } from '../src/link/socket_link.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function line(chance = 0.5, refusal?: Surroundings['refusal']) {
  const sockets: (Socket & { sent: string[]; gone: boolean })[] = [];
  const heard: unknown[] = [];
  const link = socketLink('ws://here/ws/t/oak', {
    opened: () => heard.push('opened'),
    told: (message) => heard.push(message),
    trouble: (trouble) => heard.push(trouble ? `trouble ${trouble.refused ?? trouble.kind}` : 'no trouble'),
    closed: (text) => heard.push(`closed ${text}`),
  }, {
    open: () => {
      const made: (typeof sockets)[number] = {
        sent: [], gone: false, onopen: null, onmessage: null, onclose: null,
        send: (text) => made.sent.push(text),
        close: () => (made.gone = true),
      };
      sockets.push(made);
      return made;
    },
    chance: () => chance,
    ...(refusal ? { refusal } : {}),
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
const beat = { type: 'beat', head: 4 } as const;

describe('a line', () => {
  test('says nothing before it is open, and tells when it is', () => {
    const { link, last, open, heard } = line();
    link.say(beat);
    expect(last().sent).toEqual([]);
    open();
    expect(heard()).toEqual(['no trouble', 'opened']);
    link.say(beat);
    expect(last().sent).toEqual([JSON.stringify(beat)]);
  });
  test('that is refused tells why, and comes back when it may', async () => {
    const why = 'Too many connections from your network. Try again in 10 seconds.';
    const asked: string[] = [];
    const { sockets, open, breaks, heard } = line(0, (url) => {
      asked.push(url);
      return Promise.resolve({ why, seconds: 10 });
    });
    breaks();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard()).toEqual(['trouble away', `trouble ${why}`]);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sockets.length).toBe(2);
    open();
    breaks();  // one that was open is not asked about
    await vi.advanceTimersByTimeAsync(0);
    expect(heard()).toEqual(['no trouble', 'opened', 'trouble away']);
    expect(asked).toEqual(['ws://here/ws/t/oak']);
  });
  test('that breaks comes back, later each time, until somebody answers', () => {
    const { sockets, open, tell, breaks, heard } = line();
    open();
    breaks();
    expect(heard()).toEqual(['no trouble', 'opened', 'trouble away']);
    const waits: number[] = [];
    for (let i = 0; i < 26; ++i) {
      const before = sockets.length;
      let waited = 0;
      for (; sockets.length === before; waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
      breaks();
    }
    // For a minute often enough to be back within five seconds of the server, then seldom.
    expect(waits).toEqual([500, 1000, 2000, ...Array<number>(17).fill(2500), 5000, 10000, 20000, 30000, 30000, 30000]);
    vi.advanceTimersByTime(30_000);
    open();
    tell(beat);
    breaks();
    const before = sockets.length;
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(before + 1);
  });
  test('does not come back at the same moment as everybody else’s', () => {
    const waits = [0, 0.25, 0.999].map((chance) => {
      const { sockets, open, breaks } = line(chance);
      open();
      breaks();
      let waited = 0;
      for (; sockets.length === 1; ++waited) vi.advanceTimersByTime(1);
      return waited;
    });
    expect(waits).toEqual([250, 375, 749]);
  });
  test('to a host that is about to stop comes back when it said', () => {
    const { sockets, open, tell, breaks } = line();
    open();
    tell({ type: 'drain', after_ms: 5000 });
    breaks(1001);
    vi.advanceTimersByTime(4999);
    expect(sockets.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(2);
  });
  test('on which nothing is answered is given up and made anew', () => {
    const { link, sockets, open, tell, heard } = line();
    open();
    link.say(beat);
    vi.advanceTimersByTime(14_000);
    tell(beat);
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);  // nobody asked
    link.say(beat);
    heard();
    vi.advanceTimersByTime(15_000);
    expect([heard(), sockets[0]!.gone]).toEqual([['trouble away'], true]);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
  });
  test('that never opens is given up too', () => {
    const { sockets } = line();
    vi.advanceTimersByTime(15_500);
    expect([sockets.length, sockets[0]!.gone]).toEqual([2, true]);
  });
  test('is made at once when somebody asks, and only if there is none', () => {
    const { link, sockets, open, breaks } = line();
    open();
    link.again();
    expect(sockets.length).toBe(1);
    breaks();
    link.again();
    expect(sockets.length).toBe(2);
    open();
    vi.advanceTimersByTime(10_000);
    expect(sockets.length).toBe(2);
  });
  test('after a sleep is given up soon if nobody answers, and at once if the network is another', () => {
    const { link, sockets, open, tell } = line();
    open();
    link.again();
    tell(beat);
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
    link.again();
    link.say(beat);
    vi.advanceTimersByTime(4000);
    expect(sockets[0]!.gone).toBe(true);
    vi.advanceTimersByTime(500);
    open();
    link.again(true);
    expect([sockets.length, sockets[1]!.gone]).toEqual([3, true]);
  });
  test('on which nobody need answer is not given up', () => {
    const { sockets, open, last } = line();
    open();
    last().onmessage!({ data: '{"type":"beat","head":1}' });
    vi.advanceTimersByTime(100_000);
    expect(sockets.length).toBe(1);
  });
  test('that brings what is no message is made anew', () => {
    const { sockets, open, tell, heard } = line();
    open();
    heard();
    tell('{');
    expect(heard()).toEqual(['trouble away']);
    vi.advanceTimersByTime(500);
    expect(sockets.length).toBe(2);
  });
  test('that the server does not want stays closed, and says why', () => {
    const { link, sockets, open, breaks, heard } = line();
    open();
    heard();
    breaks(1008, 'Too many messages.');
    link.again();
    vi.advanceTimersByTime(100_000);
    expect([heard(), sockets.length]).toEqual([['closed Too many messages.'], 1]);
  });
  test('that was left stays closed, and nothing more is heard of it', () => {
    const { link, sockets, last, open, heard } = line();
    open();
    heard();
    link.close();
    expect([last().gone, last().onclose, last().onmessage]).toEqual([true, null, null]);
    vi.advanceTimersByTime(100_000);
    expect([heard(), sockets.length]).toEqual([[], 1]);
  });
});
