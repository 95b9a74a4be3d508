// What a pupil sends is sent again until the class has answered it, and counts once; the place in the class survives a reload.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromClass, Numbered } from '../src/class/messages.js';
import { saveSeat, savedSeats } from '../src/online/seats.js';
import { classOf, code, type FakeSocket, linkOf, state } from './support/class.js';

const answer = { type: 'answer', lesson: 'colours.not-paint', seed: '1', item: 1, answer: 'G', ms: 900, hints: 0 } as const;
const seat = (at: string) => ({ token: 'ab'.repeat(16), spec: 'al-jabar', entropy: '', at: 1, class: at });
const memory = () => {
  let kept: Numbered[] = [];
  return { get: () => kept, set: (requests: Numbered[]) => void (kept = requests) };
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a request', () => {
  test('goes out after the welcome, again every five seconds with the same id, and no more once it is answered', () => {
    const { link, socket } = linkOf(memory());
    const id = link.request(answer);
    socket.connect();
    expect(socket.said()).toEqual([{ type: 'hello', proto: 1, class: code, token: 'ab'.repeat(16), role: 'pupil' }]);
    socket.welcome();
    expect(socket.said()).toEqual([{ ...answer, id }]);
    vi.advanceTimersByTime(5_000);
    expect(socket.said()).toEqual([{ ...answer, id }]);
    socket.tell({ type: 'answered', id, correct: true });
    vi.advanceTimersByTime(5_000);
    expect(socket.said().filter(({ type }) => type === 'answer')).toEqual([]);
    link.close();
  });
  test('is sent again over a new connection, after its welcome', () => {
    const { link, socket } = linkOf(memory());
    socket.connect();
    socket.welcome();
    socket.said();
    const id = link.request(answer);
    socket.lose();
    link.request({ type: 'raise', up: true });
    socket.said();
    socket.connect();
    expect(socket.said().map(({ type }) => type)).toEqual(['hello']);
    socket.welcome();
    expect(socket.said()).toEqual([{ ...answer, id }, { type: 'raise', up: true, id: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
    link.close();
  });
  test('that carries work survives the page; a raised hand does not', () => {
    const outbox = memory();
    const first = linkOf(outbox);
    const id = first.link.request(answer);
    first.link.request({ type: 'raise', up: true });
    first.link.close();
    const { link, socket } = linkOf(outbox);
    socket.connect();
    socket.welcome();
    expect(socket.said().slice(1)).toEqual([{ ...answer, id }]);
    socket.tell({ type: 'answered', id, correct: false });
    expect(outbox.get()).toEqual([]);
    link.close();
  });
  test('is kept by a busy class and dropped by one that refuses it', () => {
    const { link, socket, told } = linkOf(memory());
    socket.connect();
    socket.welcome();
    const [busy, later, refused] = [link.request(answer), link.request(answer), link.request(answer)];
    socket.said();
    socket.tell({ type: 'error', code: 'class.busy', message: '', id: busy });
    socket.tell({ type: 'error', code: 'rate.messages', message: '', id: later, retry_after: 3 });
    socket.tell({ type: 'error', code: 'class.task', message: 'No.', id: refused });
    expect(told.filter(({ type }) => type === 'error').map((each) => (each as { code: string }).code)).toEqual(['class.task']);
    vi.advanceTimersByTime(5_000);
    expect(socket.said().map((each) => (each as Numbered).id)).toEqual([busy, later]);
    link.close();
  });
  test('goes out while at most seven others wait: the class refuses more of a connection', () => {
    const { link, socket } = linkOf(memory());
    const ids = Array.from({ length: 12 }, () => link.request(answer));
    socket.connect();
    socket.said();
    socket.welcome();
    const said = () => socket.said().map((each) => (each as Numbered).id);
    expect(said()).toEqual(ids.slice(0, 8));
    ids.push(link.request(answer));
    expect(said(), 'not yet').toEqual([]);
    // Each answer makes room for one, a refusal too; an answer that comes twice makes none.
    socket.tell({ type: 'answered', id: ids[0]!, correct: true });
    socket.tell({ type: 'answered', id: ids[0]!, correct: true });
    socket.tell({ type: 'error', code: 'class.task', message: '', id: ids[3]! });
    expect(said()).toEqual([ids[8], ids[9]]);
    vi.advanceTimersByTime(5_000);
    const left = ids.filter((_, i) => i !== 0 && i !== 3);
    expect(said()).toEqual(left.slice(0, 8));
    left.forEach((id) => socket.tell({ type: 'answered', id, correct: true }));
    expect(said(), 'the rest').toEqual(left.slice(8));
    link.close();
  });
  test('has a bound: the oldest goes', () => {
    const outbox = memory();
    const { link } = linkOf(outbox);
    const ids = Array.from({ length: 1006 }, () => link.request(answer));
    expect(outbox.get().map(({ id }) => id)).toEqual(ids.slice(6));
    link.close();
  });
});

test('a page that wakes asks the class, so that silence means a dead connection', () => {
  const { link, socket } = linkOf(memory());
  socket.connect();
  socket.welcome();
  socket.said();
  link.reconnect();
  expect([socket.reconnects, socket.said().map(({ type }) => type)]).toEqual([[false], ['hello']]);
  link.reconnect(true);
  expect([socket.reconnects, socket.said()]).toEqual([[false, true], []]);
  link.close();
});

describe('a hello that the class refuses for now', () => {
  const hellos = (socket: FakeSocket) => socket.said().filter(({ type }) => type === 'hello').length;
  const busy = { type: 'error', code: 'class.busy', message: '' } as const;
  const later = { type: 'error', code: 'rate.messages', message: '', retry_after: 3 } as const;
  const refused = (error: FromClass = later) => {
    const made = linkOf(memory());
    made.socket.connect();
    made.socket.said();
    made.socket.tell(error);
    return made;
  };

  test.each([[later, 3_000], [busy, 2_000], [{ ...later, retry_after: 0 }, 2_000]] as const)('is said again, once: %o', (error, wait) => {
    const { link, socket, told } = refused(error);
    vi.advanceTimersByTime(wait - 1);
    expect(hellos(socket), 'none earlier').toBe(0);
    vi.advanceTimersByTime(1);
    expect(hellos(socket)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(hellos(socket)).toBe(0);
    expect(told).toEqual([error]);
    link.close();
  });
  test('is said again after each refusal, when the last one says', () => {
    const { link, socket } = refused(busy);
    socket.tell(later);
    vi.advanceTimersByTime(2_999);
    expect(hellos(socket)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(hellos(socket)).toBe(1);
    socket.tell(later);
    vi.advanceTimersByTime(60_000);
    expect(hellos(socket)).toBe(1);
    link.close();
  });
  test('is not said again after a welcome, a loss, a close, or another hello', () => {
    const ways: [string, (made: ReturnType<typeof refused>) => void][] = [
      ['welcome', ({ socket }) => socket.welcome()],
      ['loss', ({ socket }) => socket.lose()],
      ['loss and return', ({ socket }) => (socket.lose(), socket.connect())],
      ['close', ({ link }) => link.close()],
      ['end', ({ socket }) => socket.tell({ type: 'error', code: 'class.closed', message: '' })],
      ['wake', ({ link }) => link.reconnect()],
      ['the network', ({ link, socket }) => (link.reconnect(true), socket.connect())],
    ];
    for (const [way, go] of ways) {
      const made = refused();
      go(made);
      // What is said before the time is up is said once, by the way itself.
      made.socket.said();
      made.socket.up = true;
      vi.advanceTimersByTime(20_000);
      expect(hellos(made.socket), way).toBe(0);
      made.link.close();
    }
  });
  test('is said again on every connection that has no welcome, and on no other', () => {
    const { link, socket } = refused();
    socket.welcome();
    socket.tell(later);
    vi.advanceTimersByTime(20_000);
    expect(hellos(socket), 'welcome here').toBe(0);
    // A connection that is replaced is not lost first.
    link.reconnect(true);
    socket.connect();
    socket.said();
    socket.tell(later);
    vi.advanceTimersByTime(3_000);
    expect(hellos(socket), 'another connection').toBe(1);
    link.close();
  });
  test('is not meant by an error about a request', () => {
    const { link, socket } = linkOf(memory());
    socket.connect();
    socket.said();
    socket.tell({ ...later, id: '0123456789abcdef' });
    vi.advanceTimersByTime(60_000);
    expect(hellos(socket)).toBe(0);
    link.close();
  });
});

test('it beats every ten seconds while it is welcome, and asks a class that was silent for 25', () => {
  const { link, socket } = linkOf(memory());
  const said = () => socket.said().map(({ type }) => type);
  socket.connect();
  vi.advanceTimersByTime(10_000);
  expect(said()).toEqual(['hello']);
  socket.welcome();
  vi.advanceTimersByTime(20_000);
  expect(said()).toEqual(['heartbeat', 'heartbeat']);
  vi.advanceTimersByTime(10_000);
  expect(said(), 'what is asked is answered').toEqual(['hello']);
  socket.tell({ type: 'state', ...state() });
  vi.advanceTimersByTime(20_000);
  expect(said()).toEqual(['heartbeat', 'heartbeat']);
  link.close();
});

test('an error that the next connection would bring again ends it', () => {
  for (const end of ['class.not_found', 'class.closed', 'class.removed', 'class.disabled', 'class.corrupt', 'class.protocol', 'class.wrong_class']) {
    const { socket, ended } = linkOf(memory());
    socket.connect();
    socket.tell({ type: 'error', code: end, message: '' });
    expect([ended, socket.closed], end).toEqual([[end], true]);
  }
  const { socket, ended, link } = linkOf(memory());
  socket.connect();
  socket.tell({ type: 'error', code: 'class.unavailable', message: '' });
  expect([ended, socket.closed]).toEqual([[], false]);
  link.close();
});

describe('a pupil', () => {
  test('comes in with an offered alias, and is inside when the class has said what to do', () => {
    const { room, socket, store } = classOf();
    expect(room.phase).toBe('connecting');
    socket.connect();
    socket.welcome();
    expect([room.phase, room.offered, room.welcome?.pupils]).toEqual(['door', 'Brave Newt', 27]);
    room.join(room.offered);
    room.join(room.offered);
    const joins = socket.said().filter(({ type }) => type === 'join') as Numbered[];
    expect(joins, 'once').toHaveLength(1);
    expect(joins[0]).toEqual({ type: 'join', alias: 'Brave Newt', id: expect.any(String) });
    socket.tell({ type: 'done', id: joins[0]!.id });
    expect(room.phase, 'not before the state').toBe('door');
    socket.tell({ type: 'state', ...state() });
    expect([room.phase, room.state?.task, room.joining]).toEqual(['in', 'lesson colours.not-paint 1', false]);
    expect(JSON.parse(localStorage.getItem(`coset.class.${code}`)!)).toEqual({ token: store.token });
    room.close();
  });
  test('is back in place after a reload, with the same token', () => {
    const first = classOf();
    first.socket.connect();
    const { token } = first.socket.said()[0] as { token: string };
    first.room.close();
    const { room, socket } = classOf();
    socket.connect();
    expect(socket.said()[0]).toMatchObject({ type: 'hello', token });
    socket.welcome({ you: 3, alias: 'Brave Newt', offers: [], state: state({ paused: true, number: 9, hand: true }) });
    expect([room.phase, room.alias, room.paused, room.hand]).toEqual(['in', 'Brave Newt', true, true]);
    room.close();
  });
  test('is offered the next alias, and then asks for others', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome();
    socket.said();
    room.other();
    room.other();
    expect([room.offered, socket.said()]).toEqual(['Red Fox', []]);
    room.other();
    expect(socket.said()).toMatchObject([{ type: 'hello', skip: 3 }]);
    socket.welcome({ offers: ['Shy Wolf', 'Bold Tit', 'Old Crab'] });
    expect(room.offered).toBe('Shy Wolf');
    // A welcome with the same ones, as after the lock, leaves the one that is shown.
    room.other();
    socket.welcome({ offers: ['Shy Wolf', 'Bold Tit', 'Old Crab'] });
    expect(room.offered).toBe('Bold Tit');
    room.close();
  });
  test('keeps the alias that is shown as long as it is free', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome();
    room.other();
    socket.welcome({ offers: ['Calm Owl', 'Red Fox', 'Shy Wolf'] });
    expect(room.offered).toBe('Calm Owl');
    socket.welcome({ offers: ['Red Fox', 'Shy Wolf', 'Bold Tit'] });
    expect(room.offered).toBe('Red Fox');
    room.close();
  });
  test('whose alias was taken meanwhile gets other ones and is told', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome();
    room.join('Brave Newt');
    const join = socket.said().at(-1) as Numbered;
    socket.tell({ type: 'error', code: 'class.alias_taken', message: '', id: join.id });
    expect(socket.said()).toMatchObject([{ type: 'hello', skip: 3 }]);
    expect([room.phase, room.joining, room.problem?.code]).toEqual(['door', false, 'class.alias_taken']);
    room.close();
  });
  test('stands before a locked door with the reason', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome();
    room.join('Brave Newt');
    socket.tell({ type: 'error', code: 'class.locked', message: '', id: (socket.said().at(-1) as Numbered).id });
    expect([room.phase, room.problem?.code]).toEqual(['door', 'class.locked']);
    // The teacher has unlocked it: the class says welcome again.
    socket.welcome();
    expect([room.phase, room.problem]).toEqual(['door', undefined]);
    room.close();
  });
  test('who came back to the door is no longer told why that took a while', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome();
    socket.lose();
    socket.connect();
    socket.tell({ type: 'error', code: 'rate.messages', message: '', retry_after: 3 });
    expect([room.phase, room.problem?.code]).toEqual(['door', 'rate.messages']);
    socket.welcome();
    expect([room.phase, room.problem]).toEqual(['door', undefined]);
    // But why there are other aliases now.
    room.join('Brave Newt');
    socket.tell({ type: 'error', code: 'class.alias_taken', message: '', id: (socket.said().at(-1) as Numbered).id });
    socket.welcome({ offers: ['Shy Wolf'] });
    expect(room.problem?.code).toBe('class.alias_taken');
    room.close();
  });
  test('takes no state that is older than the one that is known', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state({ number: 7, paused: true }) });
    socket.tell({ type: 'state', ...state({ number: 6 }) });
    expect(room.paused).toBe(true);
    socket.tell({ type: 'state', ...state({ number: 8 }) });
    expect(room.paused).toBe(false);
    room.close();
  });
  test('whose hand is on its way up sees it up; the teacher lowers it', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    socket.said();
    room.raise(true);
    const raise = socket.said()[0] as Numbered;
    expect(raise).toMatchObject({ type: 'raise', up: true });
    socket.tell({ type: 'state', ...state({ number: 2 }) });
    expect(room.hand, 'older than the hand').toBe(true);
    socket.tell({ type: 'done', id: raise.id });
    socket.tell({ type: 'state', ...state({ number: 3, hand: true }) });
    expect(room.hand).toBe(true);
    socket.tell({ type: 'state', ...state({ number: 4 }) });
    expect(room.hand).toBe(false);
    room.close();
  });
  test('whose hand is refused has it down', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    socket.said();
    room.raise(true);
    socket.tell({ type: 'error', code: 'rate.messages', message: '', id: 'another' });
    expect(room.hand).toBe(true);
    socket.tell({ type: 'error', code: 'class.request', message: '', id: (socket.said()[0] as Numbered).id });
    expect([room.hand, room.problem]).toEqual([false, undefined]);
    room.close();
  });
  test('is told why the way back is shut, until it is open', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    socket.tell({ type: 'error', code: 'rate.messages', message: '', retry_after: 3 });
    expect(room.problem, 'inside there is nothing to wait for').toBeUndefined();
    socket.lose();
    socket.connect();
    socket.tell({ type: 'error', code: 'class.busy', message: '' });
    expect([room.phase, room.problem?.code]).toEqual(['in', 'class.busy']);
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    expect(room.problem).toBeUndefined();
    room.close();
  });
  test('who is removed is a stranger at the next visit, and nothing of the work stays', () => {
    const { room, socket, store } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    room.answer({ lesson: 'colours.not-paint', seed: '1', item: 1, answer: 'G', ms: 1, hints: 0 });
    store.setPlace('lesson x 1', { seed: '1', answers: '+' });
    for (const [table, at] of [['oak', code], ['elm', 'ABCDEF']] as const) saveSeat(table, seat(at));
    socket.tell({ type: 'removed' });
    expect(savedSeats().map(([table]) => table), 'the seats of the class go, others stay').toEqual(['elm']);
    localStorage.removeItem('coset.saved_seats');
    expect([room.phase, room.problem?.code]).toEqual(['ended', 'class.removed']);
    expect(Object.keys(localStorage)).toEqual([]);
  });
  test('of a closed class keeps nothing to send', () => {
    const { room, socket } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    room.answer({ lesson: 'colours.not-paint', seed: '1', item: 1, answer: 'G', ms: 1, hints: 0 });
    socket.tell({ type: 'closed' });
    expect([room.phase, room.problem?.code, localStorage.getItem(`coset.class.${code}.outbox`)]).toEqual(['ended', 'class.closed', null]);
  });
});

test('a teacher who looks on has a token of the tab, and the secret that is not counted', () => {
  localStorage.setItem('coset.teach', JSON.stringify([{ code: 'AAAAAA', teacher: 'no' }, { code, teacher: 'cd'.repeat(16), projector: 'x' }]));
  const { room, socket } = classOf(true);
  socket.connect();
  socket.welcome();
  room.join('Brave Newt');
  expect(socket.said().at(-1)).toMatchObject({ type: 'join', teacher: 'cd'.repeat(16) });
  expect(localStorage.getItem(`coset.class.${code}`)).toBeNull();
  expect(JSON.parse(sessionStorage.getItem(`coset.class.${code}`)!)).toHaveProperty('token');
  room.close();
});
