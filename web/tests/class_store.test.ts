// What a device keeps of a class: through a reload, under a new code, and no longer than it should.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClassStore, forgetClasses } from '../src/class/store.js';
import { saveSeat, seatAt } from '../src/online/seats.js';
import { classOf, code, state } from './support/class.js';

const answer = { lesson: 'colours.not-paint', seed: '1', item: 1, answer: 'G', ms: 900, hints: 0 };
const seat = (at: string) => ({ token: 'ab'.repeat(16), spec: 'al-jabar', entropy: '', at: 1, class: at });
const next = 'ABCDEF';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('it has the place of one task, and believes only what it can read', () => {
  const store = new ClassStore(code);
  store.setPlace('lesson a 1', { seed: '2', answers: '+-+' });
  expect(store.place('lesson a 1')).toEqual({ seed: '2', answers: '+-+' });
  expect(store.place('lesson b 1')).toBeUndefined();
  store.setPlace('lesson a 1', { seed: '2', answers: '', slipped: true });
  expect(store.place('lesson a 1')).toEqual({ seed: '2', answers: '', slipped: true });
  localStorage.setItem(`coset.class.${code}.place`, JSON.stringify({ task: 'lesson a 1', seed: '2', answers: '', slipped: 'x' }));
  expect(store.place('lesson a 1')).toEqual({ seed: '2', answers: '' });
  localStorage.setItem(`coset.class.${code}.place`, JSON.stringify({ task: 'lesson a 1', seed: '2', answers: 'xx' }));
  expect(store.place('lesson a 1')).toBeUndefined();
  localStorage.setItem(`coset.class.${code}.outbox`, '{"id":1}');
  expect(store.outbox.get()).toEqual([]);
  localStorage.setItem(`coset.class.${code}`, '{"token":"short"}');
  expect(store.takeToken()).toMatch(/^[0-9a-f]{32}$/);
});
test('it is emptied with everything else that is about classes', () => {
  new ClassStore(code).takeToken();
  new ClassStore(next).setGame('game x', 't');
  localStorage.setItem('coset.settings', '{}');
  forgetClasses();
  expect(Object.keys(localStorage)).toEqual(['coset.settings']);
});

describe('a browser that stores nothing', () => {
  const denied = () => {
    throw new DOMException('', 'SecurityError');
  };
  beforeEach(() => void vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied }));
  afterEach(() => void vi.unstubAllGlobals());

  test('has the pupil as long as the page is there, under a new code too', () => {
    const { room, socket, store } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    store.setPlace('lesson a 1', { seed: '1', answers: '+' });
    room.answer(answer);
    const sent = store.outbox.get();
    expect(sent).toHaveLength(1);
    store.moveTo(next);
    const there = new ClassStore(next);
    expect([there.takeToken(), there.place('lesson a 1'), there.outbox.get()]).toEqual([room.token, { seed: '1', answers: '+' }, sent]);
    expect([room.token, new ClassStore(code).token], 'the old code knows nobody').toEqual([there.token, undefined]);
    there.remove();
    expect([there.token, there.outbox.get()]).toEqual([undefined, []]);
    room.close();
  });
  test('knows who was away while the code changed', () => {
    const token = new ClassStore(code).takeToken();
    new ClassStore(code).orphan();
    expect(new ClassStore(next).takeToken()).toBe(token);
    forgetClasses();
    expect(new ClassStore(next).token).toBeUndefined();
  });
});

describe('two tabs of one class', () => {
  test('keep what each has not sent', () => {
    const [one, two] = [new ClassStore(code), new ClassStore(code)];
    const request = (id: string) => ({ type: 'raise', up: true, id }) as const;
    one.outbox.set([request('a')]);
    two.outbox.set([request('b')]);
    one.outbox.set([request('a'), request('c')]);
    const ids = () => new ClassStore(code).outbox.get().map(({ id }) => id);
    expect(ids()).toEqual(['b', 'a', 'c']);
    one.outbox.set([request('c')]);
    two.outbox.set([]);
    expect(ids()).toEqual(['c']);
    // A page that is loaded later answers for what it finds.
    const later = new ClassStore(code);
    later.outbox.get();
    later.outbox.set([]);
    expect(localStorage.getItem(`coset.class.${code}.outbox`)).toBeNull();
  });
  test('a token that another tab has taken away is gone', () => {
    const [one, two] = [new ClassStore(code), new ClassStore(code)];
    const token = one.takeToken();
    two.remove();
    expect(one.token).toBeUndefined();
    expect(one.takeToken()).not.toBe(token);
  });
});

describe('a class with a new code', () => {
  test('under which another pupil of this device is in keeps that one', () => {
    const [here, there] = [new ClassStore(code), new ClassStore(next)];
    const tokens = [here.takeToken(), there.takeToken()];
    here.setPlace('lesson a 1', { seed: '1', answers: '+' });
    here.moveTo(next);
    expect([there.token, there.place('lesson a 1'), here.token]).toEqual([tokens[1], undefined, undefined]);
  });
  test('takes what was not sent to what is there', () => {
    const [here, there] = [new ClassStore(code), new ClassStore(next)];
    const request = (id: string) => ({ type: 'raise', up: true, id }) as const;
    here.outbox.set([request('a')]);
    there.outbox.set([request('b')]);
    here.moveTo(next);
    expect(new ClassStore(next).outbox.get().map(({ id }) => id)).toEqual(['b', 'a']);
  });
  test('takes everything along', () => {
    const store = new ClassStore(code);
    const token = store.takeToken();
    store.setPlace('lesson a 1', { seed: '1', answers: '+' });
    saveSeat('oak', seat(code));
    store.moveTo(next);
    expect(seatAt('oak')?.class).toBe(next);
    const there = new ClassStore(next);
    expect([there.token, there.place('lesson a 1'), store.token]).toEqual([token, { seed: '1', answers: '+' }, undefined]);
  });
  test('is the same one in two tabs, of which the second finds nothing to move', () => {
    const tabs = [new ClassStore(code), new ClassStore(code)];
    const token = tabs[0]!.takeToken();
    tabs[0]!.setPlace('lesson a 1', { seed: '1', answers: '+' });
    for (const tab of tabs) tab.moveTo(next);
    const there = new ClassStore(next);
    expect([there.token, there.place('lesson a 1')]).toEqual([token, { seed: '1', answers: '+' }]);
  });
});

describe('a class whose new code was drawn while the device was away', () => {
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('coset.class.')).sort();
  /** A pupil with a place, a seat, and an answer that the class has not heard. */
  function away() {
    const { room, socket, store } = classOf();
    socket.connect();
    socket.welcome({ you: 1, alias: 'Calm Owl', state: state() });
    const { token } = store;
    store.setPlace('lesson a 1', { seed: '1', answers: '+' });
    store.setGame('game x', 'al-jabar-1f');
    saveSeat('oak', seat(code));
    socket.said();
    room.answer(answer);
    const [sent] = socket.said();
    socket.lose();
    socket.connect();
    socket.tell({ type: 'error', code: 'class.not_found', message: '' });
    expect([room.phase, store.token]).toEqual(['ended', undefined]);
    return { token: token!, sent };
  }

  test('knows the pupil by the token for two hours, with the place and what was not sent', () => {
    const { token, sent } = away();
    const there = new ClassStore(next);
    expect(there.takeToken()).toBe(token);
    expect([there.place('lesson a 1'), there.game('game x'), there.outbox.get(), seatAt('oak')?.class]).toEqual([{ seed: '1', answers: '+' }, 'al-jabar-1f', [sent], next]);
    expect(keys()).toEqual(['', '.game', '.outbox', '.place'].map((part) => `coset.class.${next}${part}`));
    expect(new ClassStore(next).token).toBe(token);
    expect(new ClassStore('BCDEFG').takeToken(), 'once').not.toBe(token);
  });
  test('is not waited for any longer, and nothing of it stays', () => {
    const { token } = away();
    vi.setSystemTime(Date.now() + 7_300_000);
    expect(new ClassStore('CDEFGH').takeToken()).not.toBe(token);
    expect(keys()).toEqual(['coset.class.CDEFGH']);
  });
  test('may have the old one after all', () => {
    const { token, sent } = away();
    const store = new ClassStore(code);
    expect([store.takeToken(), store.outbox.get(), store.place('lesson a 1')]).toEqual([token, [sent], { seed: '1', answers: '+' }]);
  });
  test('gives way to another one', () => {
    new ClassStore(next).takeToken();
    new ClassStore(next).setPlace('lesson b 2', { seed: '2', answers: '-' });
    const { token } = away();
    const { token: other } = new ClassStore(next);
    new ClassStore(next).orphan();
    expect(keys()).toEqual([`coset.class.${next}.place`, 'coset.class.orphan']);
    expect([token, other]).not.toContain(undefined);
    expect(new ClassStore('BCDEFG').takeToken()).toBe(other);
  });
  test('is no other key of the storage', () => {
    const { token } = away();
    for (const from of ['../x', '', 7, undefined]) {
      localStorage.setItem('coset.class.orphan', JSON.stringify({ token, at: Date.now(), from }));
      expect(new ClassStore(next).takeToken()).toBe(token);
      new ClassStore(next).forget();
    }
    expect(localStorage.getItem(`coset.class.${code}.place`)).not.toBeNull();
  });
});
