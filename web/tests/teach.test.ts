// The teacher's side of a class without its screens: what is kept, what is said aloud, files, requests.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCsv, withNames } from '../src/screens/teach/csv.js';
import { exampleOf, ideaTitle, ideaWhy, inWords, leastCases, percent, samples, told } from '../src/screens/teach/ideas.js';
import { changeClass, forgetClass, keepClass, projectorKey, readRoster, renameClass, taughtClass, taughtClasses, writeRoster } from '../src/screens/teach/keep.js';
import { TeacherLink } from '../src/screens/teach/link.svelte.js';
import type { Tile, Wall, WrongIdea } from '../src/screens/teach/messages.js';
import { showingOf, showingText } from '../src/screens/teach/showing.js';
import { silence, Speaker } from '../src/screens/teach/speak.js';
import { boardOf, groupOf, linesOf, stateOf } from '../src/screens/teach/tile_words.js';
import type { Socket, SocketDeps } from '../src/transport/socket.js';
import { tile } from './support/tile.js';
import { engineModule } from './support/wasm.js';

const secret = 'a'.repeat(32);

describe('what a browser keeps of its classes', () => {
  beforeEach(() => localStorage.clear());

  test('the key of the projector follows from the secret and is another one', () => {
    expect(projectorKey(secret)).toMatch(/^[0-9a-f]{32}$/);
    expect(projectorKey(secret)).not.toBe(secret);
    expect(projectorKey(secret)).toBe(projectorKey(secret));
    expect(projectorKey('b'.repeat(32))).not.toBe(projectorKey(secret));
  });
  test('a class is kept with its secrets, and taken out when it is forgotten', () => {
    expect(keepClass('K7P2QX', secret, 5)).toBe(true);
    expect(JSON.parse(localStorage.getItem('coset.teach')!)).toEqual([{ at: 5, code: 'K7P2QX', teacher: secret, projector: projectorKey(secret) }]);
    keepClass('ABCDEF', secret, 9);
    expect(taughtClasses().map(({ code }) => code)).toEqual(['ABCDEF', 'K7P2QX']);
    forgetClass('ABCDEF');
    forgetClass('K7P2QX');
    expect(localStorage.getItem('coset.teach')).toBeNull();
  });
  test('the same class again keeps its time and its roster; another secret does not take over the names', () => {
    keepClass('K7P2QX', secret, 5);
    changeClass('K7P2QX', { roster: { 'Calm Owl': 'Ada' } });
    keepClass('K7P2QX', secret, 99);
    expect(taughtClass('K7P2QX')).toMatchObject({ at: 5, roster: { 'Calm Owl': 'Ada' } });
    keepClass('K7P2QX', 'c'.repeat(32), 100);
    expect(taughtClass('K7P2QX')!.roster).toBeUndefined();
  });
  test('a new code keeps the rest', () => {
    keepClass('K7P2QX', secret, 5);
    changeClass('K7P2QX', { roster: { a: 'b' } });
    renameClass('K7P2QX', 'Q2W3E4');
    expect(taughtClasses()).toEqual([{ at: 5, code: 'Q2W3E4', teacher: secret, projector: projectorKey(secret), roster: { a: 'b' } }]);
  });
  test('a new code in two tabs is one new code', () => {
    keepClass('K7P2QX', secret, 5);
    changeClass('K7P2QX', { roster: { a: 'b' }, hidden: true });
    for (const _ of ['one tab', 'the other']) renameClass('K7P2QX', 'Q2W3E4');
    expect(taughtClasses()).toMatchObject([{ code: 'Q2W3E4', roster: { a: 'b' }, hidden: true }]);
  });
  test('it says whether names are kept', () => {
    expect(changeClass('K7P2QX', { roster: { a: 'b' } }), 'a class that is not kept').toBe(false);
    keepClass('K7P2QX', secret, 5);
    expect(changeClass('K7P2QX', { roster: { a: 'b' } })).toBe(true);
    const { localStorage: usual } = globalThis;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => usual.getItem(key),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    expect(changeClass('K7P2QX', { roster: { a: 'c' } }), 'a browser without room').toBe(false);
    vi.unstubAllGlobals();
  });
  test('what others have written there is left out, and those of more than a month are kept', () => {
    localStorage.setItem('coset.teach', JSON.stringify([{ code: 'bad' }, null, 7, { code: 'K7P2QX', teacher: secret, projector: secret }]));
    expect(taughtClasses().map(({ code }) => code)).toEqual(['K7P2QX']);
    localStorage.setItem('coset.teach', '{"a":1}');
    expect(taughtClasses()).toEqual([]);
    const signs = 'ABCDEFGHJKMNPQRTVWXYZ2346789';
    const all = Array.from({ length: 203 }, (_, i) => ({ code: `AAAA${signs[Math.floor(i / 28)]!}${signs[i % 28]!}`, teacher: secret, projector: secret, at: i }));
    localStorage.setItem('coset.teach', JSON.stringify(all.slice(0, 200)));
    for (const { code, at } of all.slice(200)) keepClass(code, secret, at);
    expect(taughtClasses().map(({ at }) => at)).toEqual(all.slice(3).map(({ at }) => at).reverse());
  });
  test('a roster is lines of alias and name', () => {
    const roster = readRoster('Calm Owl, Ada Lovelace\n Red Fox\tBob \nno name here\nTiny Elk = C=D\n__proto__: x');
    expect(Object.entries(roster)).toEqual([['Calm Owl', 'Ada Lovelace'], ['Red Fox', 'Bob'], ['Tiny Elk', 'C=D'], ['__proto__', 'x']]);
    expect(Object.entries(readRoster('بومة، آدا\nCalm Owl; Ada; Lovelace'))).toEqual([['بومة', 'آدا'], ['Calm Owl', 'Ada; Lovelace']]);
    expect(Object.entries(readRoster(writeRoster(roster)))).toEqual(Object.entries(roster));
    expect(Object.keys(readRoster(Array.from({ length: 500 }, (_, i) => `a${i}, b`).join('\n')))).toHaveLength(200);
  });
});

describe('the file', () => {
  test('is read by RFC 4180', () => {
    expect(readCsv('\ufeffa,"b ""c""",d\r\n"x\r\ny",,\n')).toEqual([['a', 'b "c"', 'd'], ['x\r\ny', '', '']]);
    expect(readCsv('a,b')).toEqual([['a', 'b']]);
    expect(readCsv('')).toEqual([]);
  });
  const text = 'class,table,alias,prompt\r\nK7P2QX,,Calm Owl,"O+P, what?"\r\nK7P2QX,oak,Red Fox,x\r\n';
  test('gets the names behind the aliases, in the browser', () => {
    expect(withNames(text, { 'Calm Owl': 'Ada, née "B"' })).toBe(
      'class,table,alias,name,prompt\r\nK7P2QX,,Calm Owl,"Ada, née ""B""","O+P, what?"\r\nK7P2QX,oak,Red Fox,,x\r\n',
    );
  });
  test('stays as it is without a roster, and where it has no aliases', () => {
    expect(withNames(text, {})).toBe(text);
    expect(withNames('a,b\r\n1,2\r\n', { x: 'y' })).toBe('a,b\r\n1,2\r\n');
  });
  test('has no name that a spreadsheet takes for a formula, and none from an object itself', () => {
    for (const name of ['=1+1', '+1', '-1', '@x', '\tx', '＝1+1', '＠x']) expect(readCsv(withNames('alias\r\nA\r\n', { A: name }))[1]).toEqual(['A', `'${name}`]);
    expect(readCsv(withNames('alias\r\ntoString\r\n', { A: 'x' }))[1]).toEqual(['toString', '']);
  });
});

describe('what is said aloud', () => {
  afterEach(() => void vi.useRealTimers());
  test('comes at most every ten seconds, the latest only, and never twice in a row', () => {
    vi.useFakeTimers();
    const said: string[] = [];
    const speaker = new Speaker((text) => said.push(text));
    for (const text of ['one', 'two', 'three']) speaker.tell(text);
    expect(said).toEqual(['one']);
    vi.advanceTimersByTime(silence - 1);
    expect(said).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['one', 'three']);
    speaker.tell('three');
    vi.advanceTimersByTime(3 * silence);
    expect(said).toEqual(['one', 'three']);
    speaker.tell('four');
    speaker.tell('five');
    speaker.stop();
    vi.advanceTimersByTime(3 * silence);
    expect(said).toEqual(['one', 'three', 'four']);
    speaker.tell('five');
    expect(said, 'it goes on').toEqual(['one', 'three', 'four', 'five']);
  });
});

describe('wrong ideas', () => {
  const idea = (word: string, cases: number, pupils: number): WrongIdea => ({ word, cases, pupils, trades: cases, share: 350, chance: 55 });
  test('are told from three cases on, those of most pupils first', () => {
    expect(leastCases).toBe(3);
    expect(told([idea('paint', 2, 2), idea('all_gone', 3, 1), idea('clear_counts', 4, 3)]).map(({ word }) => word)).toEqual(['clear_counts', 'all_gone']);
  });
  test('their shares are tenths of a percent', () => expect([55, 33, 350, 1000, 50, 0].map(percent)).toEqual(['5.5', '3.3', '35', '100', '5', '0']));
  test('the sums that show them are what the engine says, and what is said is wrong', async () => {
    const { Engine } = await import('../src/engine/engine.js');
    const engine = await Engine.load(await engineModule());
    const { word: sum, said } = samples['brackets_moved']!;
    expect([sum, said], 'from right to left').toEqual(['rock*paper*scissors', 'rock']);
    for (const [word, { group, word: sum, makes, said }] of Object.entries(samples)) {
      const made = engine.group(group);
      expect(made.sum(sum).sum, word).toBe(makes);
      expect(said, word).not.toBe(makes);
      made.free();
    }
  });
  test('each that the engine has a name for has a sum, a title and a reason', () => {
    const source = readFileSync('../src/engine/teach/why/misconception.cpp', 'utf8');
    const words = /words = \{\s*"none",([^}]*)\}/.exec(source)![1]!.match(/\w+/g)!;
    expect(Object.keys(samples)).toEqual(words);
    for (const word of words) expect([ideaTitle(word), ideaWhy(word)], word).not.toContain(ideaTitle('new_one'));
    expect(words.map(ideaWhy)).not.toContain(ideaWhy('new_one'));
  });
  test('an example is what pupils did, or the usual sum', () => {
    expect(exampleOf({ word: 'paint', example: 'R+O=W' })).toBe('R + O: pupils say white');
    expect(exampleOf({ word: 'paint' })).toBe('O + P: pupils say white');
    expect(exampleOf({ word: 'paint', example: 'What do R+O make? W' })).toBe('O + P: pupils say white');
    expect(exampleOf({ word: 'paint', example: 'R+? = W. Which piece? W' })).toBe('O + P: pupils say white');
    expect(exampleOf({ word: 'paint', example: 'O+P=W+C' })).toBe('O + P: pupils say white + clear');
    expect(exampleOf({ word: 'brackets_moved' })).toBe('rock · paper · scissors: pupils say rock');
    expect(exampleOf({ word: 'new_one' })).toBe('');
  });
  test('how many hold one is in words up to twelve, in both languages', async () => {
    const { teach } = await import('../src/strings/ar/teach.js');
    expect([1, 8, 12, 13, 0].map(inWords)).toEqual(['One', 'Eight', 'Twelve', '13', '0']);
    expect(String(teach['show.numbers']).split(', ')).toHaveLength(12);
  });
  test('what the projector shows is one line', () => {
    for (const answer of [true, false]) expect(showingOf(showingText({ misconception: 'paint', answer }))).toEqual({ misconception: 'paint', answer });
    expect([undefined, '', 'other', 'misconception <b>', 'misconception paint x'].map(showingOf)).toEqual(Array(5).fill(undefined));
    expect(showingText({ misconception: 'white_swallows', answer: true })).toMatch(/^[a-z0-9 ._:-]{1,64}$/);
  });
});

describe('a tile', () => {
  test('names who has no name a bot, and hides names for the projector', () => {
    const one = tile(3, 0, { counts: [7, 5], pupils: [{ pupil: 3, alias: 'Calm Owl', here: false }] });
    expect(linesOf(one, false)).toEqual([{ name: 'Calm Owl', away: true, count: 7 }, { name: 'a bot', away: false, count: 5 }]);
    expect(linesOf({ ...one, counts: [] }, false).map(({ name, count }) => [name, count])).toEqual([['Calm Owl', undefined], ['a bot', undefined]]);
    expect(linesOf(one, true)[0]!.name).toBe('Pupil 3');
    const { table: _, ...alone } = one;
    expect(linesOf(alone, false)).toEqual([{ name: 'Calm Owl', away: true, count: undefined }]);
  });
  test('has one state in words', () => {
    expect(stateOf(tile(1, 4, { state: 'hand_up' }), 59)).toBe('Hand up');
    expect(stateOf(tile(1, 4, { state: 'hand_up' }), 60)).toBe('Hand up for a minute');
    expect(stateOf(tile(1, 2, { state: 'idle' }), 60)).toBe('Nothing has happened for 3 minutes');
    expect(stateOf(tile(1, 3, { state: 'not_level' }))).toBe('Three trades in a row not level');
    // In a game that was sent there is no table; in a lesson there is no trade either.
    const { table: _none, ...sent } = tile(1, 3, { state: 'not_level', last_try: { give: ['O'], take: ['W'], misconception: 'other' } });
    expect(stateOf(sent)).toBe('Three trades in a row not level');
    const { last_try: _try, ...lesson } = sent;
    expect(stateOf(lesson)).toBe('Three answers in a row wrong');
    const { table: _, ...alone } = tile(1, 0, { state: 'learning', counts: [3, 4] });
    expect(stateOf(alone)).toBe('3 of 4 exercises right at once');
    expect(stateOf(tile(1, 0, { state: 'new' as never }))).toBe('At work');
  });
  test('tells the round behind it while there is one', () => {
    expect(stateOf(tile(1, 0, { round: 6 }))).toBe('At play · Round\u00a06');
    expect(stateOf(tile(1, 4, { state: 'hand_up', round: 6, final_round: true }))).toBe('Hand up · Last\u00a0round');
    expect(stateOf(tile(1, 0, { state: 'finished', round: 6, final_round: true }))).toBe('Finished');
    expect(stateOf(tile(1, 0, { round: 0 }))).toBe('At play');
  });
  test('tells what lies on the board, by the group of its spec', () => {
    const [colours, cards] = [tile(1, 0, { center: ['R', 'R', 'G'] }), tile(2, 0, { top: 'hQ' })];
    expect(['al-jabar Z3^2 seats=2', 'mad-abel Z4xZ11', 'al-jabar', 'al-jabar seats=2', undefined].map((spec) => groupOf(colours, spec))).toEqual(['Z3^2', 'Z4xZ11', 'Z2^3', 'Z2^3', 'Z2^3']);
    expect(groupOf(cards)).toBe('Z4xZ13');
    expect(boardOf(colours, 'Z2^3')).toBe('In the Center: 2 red, 1 green');
    expect(boardOf(cards, 'Z4xZ13')).toBe('On top: queen of hearts');
    expect(boardOf(tile(3, 0, { center: [] }), 'Z2^3')).toBe('In the Center: nothing');
    expect(boardOf(tile(3), 'Z2^3')).toBe('');
  });
});

describe('the link of a teacher', () => {
  let sockets: (Socket & { sent: { type: string; id?: string }[] })[] = [];
  const deps: SocketDeps = {
    open: () => {
      const sent: { type: string }[] = [];
      const socket = { sent, send: (text: string) => void sent.push(JSON.parse(text)), close: () => undefined, onopen: null, onmessage: null, onclose: null };
      sockets.push(socket as never);
      return socket;
    },
    chance: () => 0.5,
  };
  const tell = (message: unknown) => sockets.at(-1)!.onmessage!({ data: JSON.stringify(message) });
  const welcome = { type: 'welcome', class: 'K7P2QX', language: 'en', role: 'teacher' };
  const wall = (tiles: Tile[]): Wall => ({
    type: 'wall', number: 1, code: 'K7P2QX', here: 1, pupils: 1, expected: 0, locked: false, paused: false, options: { think_first: true, free_names: false }, task: '', round: 0,
    tiles, misconceptions: [], trades: 0, other: 0, answers: 0, wrong: 0, first_tries: { right: 0, of: 0 },
  });
  let link: TeacherLink;
  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    link = new TeacherLink('K7P2QX', secret, 'teacher', deps);
    sockets[0]!.onopen!();
  });
  afterEach(() => {
    link.close();
    vi.useRealTimers();
  });

  test('says who it is first, and asks nothing before it is let in', () => {
    void link.ask({ type: 'pause', on: true }).catch(() => undefined);
    expect(sockets[0]!.sent).toEqual([{ type: 'hello', proto: 1, class: 'K7P2QX', token: secret, role: 'teacher' }]);
    tell(welcome);
    expect(sockets[0]!.sent[1]).toMatchObject({ type: 'pause', on: true, id: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });
  test('asks again after a loss, with the same id, until it is told', async () => {
    tell(welcome);
    const done = vi.fn();
    void link.ask({ type: 'lock', on: true }).then(done);
    const { id } = sockets[0]!.sent[1]!;
    sockets[0]!.onclose!({ code: 1006, reason: '' });
    expect(link.disconnected).toBeDefined();
    vi.advanceTimersByTime(1000);
    sockets[1]!.onopen!();
    expect(sockets[1]!.sent.map(({ type }) => type)).toEqual(['hello']);
    tell(welcome);
    expect(sockets[1]!.sent[1]).toMatchObject({ type: 'lock', id });
    expect(done).not.toHaveBeenCalled();
    tell({ type: 'done', id });
    await vi.waitFor(() => expect(done).toHaveBeenCalled());
    sockets[1]!.onclose!({ code: 1006, reason: '' });
    vi.advanceTimersByTime(2000);
    sockets[2]!.onopen!();
    tell(welcome);
    expect(sockets[2]!.sent.map(({ type }) => type)).toEqual(['hello']);
  });
  test('what is refused comes back to the request, and the wall stays', async () => {
    tell(welcome);
    const failed = link.ask({ type: 'pair', spec: 'x', odd: 'bot' });
    const { id } = sockets[0]!.sent[1]!;
    tell({ type: 'error', code: 'class.spec', message: 'No such game.', id });
    await expect(failed).rejects.toMatchObject({ problem: { code: 'class.spec' } });
    expect(link.ended).toBeUndefined();
  });
  test('what is refused for now is said to the teacher, with the time', async () => {
    tell(welcome);
    const failed = link.ask({ type: 'pair', spec: 'x', odd: 'bot' });
    tell({ type: 'error', code: 'rate.work', message: '', id: sockets[0]!.sent[1]!.id, retry_after: 7 });
    await expect(failed).rejects.toMatchObject({ problem: { code: 'rate.work', retryAfter: 7 } });
    vi.advanceTimersByTime(30_000);
    expect(sockets[0]!.sent.filter(({ type }) => type === 'pair')).toHaveLength(1);
  });
  test('another round than the one that is on its way is asked for', () => {
    tell(welcome);
    for (const bot of ['level1', 'level2', 'level1']) void link.ask({ type: 'pair', spec: 'x', odd: 'bot', bot }).catch(() => undefined);
    expect(sockets[0]!.sent.slice(1)).toMatchObject([{ bot: 'level1' }, { bot: 'level2' }]);
  });
  test('at most eight requests wait at the class', () => {
    tell(welcome);
    for (let pupil = 0; pupil < 10; ++pupil) void link.ask({ type: 'lower', pupil }).catch(() => undefined);
    const pupils = () => sockets[0]!.sent.slice(1).map((each) => (each as { pupil?: number }).pupil);
    expect(pupils()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    tell({ type: 'done', id: sockets[0]!.sent[3]!.id });
    expect(pupils().at(-1)).toBe(8);
  });
  test('a second tap makes no second round', async () => {
    tell(welcome);
    const taps = [1, 2].map(() => link.ask({ type: 'pair', spec: 'x', odd: 'bot' }));
    const pairs = () => sockets[0]!.sent.filter(({ type }) => type === 'pair');
    expect(pairs()).toHaveLength(1);
    tell({ type: 'done', id: pairs()[0]!.id });
    await Promise.all(taps);
    void link.ask({ type: 'pair', spec: 'x', odd: 'bot' }).catch(() => undefined);
    expect(pairs(), 'the next round').toHaveLength(2);
  });
  test('a busy class is asked again, and no error without a request ends the wall but a last one', () => {
    tell(welcome);
    void link.ask({ type: 'pause', on: true }).catch(() => undefined);
    const { id } = sockets[0]!.sent[1]!;
    tell({ type: 'error', code: 'class.busy', message: '', id, retry_after: 1 });
    tell({ type: 'error', code: 'table.rate', message: '' });
    vi.advanceTimersByTime(10_000);
    expect(sockets[0]!.sent.filter((each) => each.id === id)).toHaveLength(2);
    expect(link.ended).toBeUndefined();
    tell({ type: 'error', code: 'class.not_found', message: '' });
    expect(link.ended?.code).toBe('class.not_found');
  });
  describe('whose hello is refused for now', () => {
    const hellos = () => sockets.at(-1)!.sent.filter(({ type }) => type === 'hello').length;
    const later = { type: 'error', code: 'rate.messages', message: '', retry_after: 3 };
    test.each([[later, 3_000], [{ type: 'error', code: 'class.busy', message: '' }, 2_000]])('says it again, once: %o', (error, wait) => {
      tell(error);
      vi.advanceTimersByTime(wait - 1);
      expect(hellos(), 'none earlier').toBe(1);
      vi.advanceTimersByTime(1);
      expect(hellos()).toBe(2);
      tell(welcome);
      vi.advanceTimersByTime(20_000);
      expect(hellos()).toBe(2);
      expect([link.ended, link.welcomed]).toEqual([undefined, true]);
    });
    test('says it no more after a welcome, and not for an error after one', () => {
      tell(later);
      tell(welcome);
      tell(later);
      vi.advanceTimersByTime(9_999);
      expect(hellos()).toBe(1);
    });
    test.each([['close', () => link.close()], ['end', () => tell({ type: 'error', code: 'class.closed', message: '' })]])('says it no more after its %s', (_, end) => {
      tell(later);
      end();
      expect(vi.getTimerCount()).toBe(0);
      vi.advanceTimersByTime(60_000);
      expect([sockets.length, hellos()]).toEqual([1, 1]);
    });
    test('says it once on the next connection, which is not made before', () => {
      tell(later);
      sockets[0]!.onclose!({ code: 1006, reason: '' });
      vi.advanceTimersByTime(1_499);
      expect(sockets.length).toBe(1);
      vi.advanceTimersByTime(3_001);
      sockets[1]!.onopen!();
      vi.advanceTimersByTime(10_000);
      expect([sockets.length, hellos()]).toEqual([2, 1]);
    });
  });
  test('who is not let in is told why, and what was asked fails', async () => {
    const asked = link.ask({ type: 'pause', on: true });
    tell({ type: 'error', code: 'class.teacher', message: 'Only the teacher may.' });
    expect(link.ended).toEqual({ code: 'class.teacher', message: 'Only the teacher may.' });
    await expect(asked).rejects.toMatchObject({ problem: { code: 'class.teacher' } });
    await expect(link.ask({ type: 'pause', on: true })).rejects.toBeDefined();
  });
  test.each(['corrupt', 'protocol', 'wrong_class', 'closed', 'disabled', 'not_found', 'teacher'])('class.%s ends it: the next connection would be told the same', (word) => {
    tell({ type: 'error', code: `class.${word}`, message: '' });
    expect(link.ended?.code).toBe(`class.${word}`);
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
  });
  test('a page that wakes asks the class; a network that is back gets a new connection', () => {
    tell(welcome);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sockets[0]!.sent.map(({ type }) => type)).toEqual(['hello', 'hello']);
    tell(welcome);
    vi.advanceTimersByTime(5_000);
    expect([sockets.length, link.disconnected]).toEqual([1, undefined]);
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('offline'));
    expect(sockets).toHaveLength(3);
    link.close();
    dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(3);
  });
  test('a closed class ends it', () => {
    tell(welcome);
    tell({ type: 'closed' });
    expect(link.ended?.code).toBe('class.closed');
  });
  test('notices that the connection is dead, though nothing is asked', () => {
    tell(welcome);
    vi.advanceTimersByTime(30_000);
    expect(sockets[0]!.sent.map(({ type }) => type)).toEqual(['hello', 'heartbeat', 'heartbeat', 'hello']);
    vi.advanceTimersByTime(15_000);
    expect(link.disconnected).toBeDefined();
  });
  test('keeps how hands went, a point for each change, and since when a state holds', () => {
    tell(welcome);
    const at = Date.now();
    for (const counts of [[8, 8], [8, 8], [6, 8]]) tell(wall([tile(1, 4, { counts, state: 'hand_up' })]));
    expect(link.courses).toEqual({ t1: [[8, 8], [6, 8]] });
    vi.advanceTimersByTime(70_000);
    tell(wall([tile(1, 4, { counts: [6, 8], state: 'hand_up' })]));
    expect(link.secondsOf(link.wall!.tiles[0]!, at + 70_000)).toBe(70);
    tell(wall([tile(1, 0, { counts: [6, 8] })]));
    expect(link.secondsOf(link.wall!.tiles[0]!, at + 70_000)).toBe(0);
  });
  test('a wall that is none is not shown', () => {
    tell(welcome);
    tell({ type: 'wall', code: 'x', tiles: [] });
    tell({ type: 'wall', code: 'K7P2QX' });
    expect(link.wall).toBeUndefined();
  });
});
