// A saved file comes back whole on an empty device, replaces nothing on another, and is only a file: what it says is checked.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../src/engine/index.js';
import { memoryStore } from '../src/worker/memory_store.js';
import { readBack } from '../src/worker/read_back.js';
import { act, bot, hinted, loadEngine, room, you } from './support/room.js';

const worker = vi.hoisted(() => ({ readBack: undefined as unknown as (file: unknown) => Promise<unknown> }));
vi.mock('../src/worker/host.js', () => ({ host: { call: { readBack: (file: unknown) => worker.readBack(file) } }, CallRefused: Error }));

const { readFile, maxFileBytes, fileFormat } = await import('../src/online/read_back.js');
const { settings, forgetSettings } = await import('../src/app/settings.svelte.js');
const { savedSeats, saveSeat } = await import('../src/online/seats.js');
const { played } = await import('../src/online/history.js');

const pause = async () => undefined;
let engine: Engine;
let saved: Record<string, unknown>;
const seat = { token: '0'.repeat(32), spec: 'al-jabar Z2^3 seats=2', entropy: 'ab', at: 5, you: 2 };
const puzzles = { solved: { 'best-exchange': 4 }, streak: 2, best: 3, days: ['2026-11-01'], took: { '2026-11-01': 1 } };

beforeAll(async () => {
  engine = await loadEngine();
  const table = await room(engine, 'al-jabar', [you, bot], { seed: '11' });
  for (let i = 0; i < 2; ++i) await act(table.client, await hinted(table.client));
  const store = table.device.kept;
  await store.keepScore({ table: 'solitaire-1', spec: 'solitaire', score: 4, turns: 6, par: 3, hints: 0, assisted: false, at: 7, daily: '2026-11-01' });
  await store.keepItem({ key: 'sums.two/1/2', lesson: 'sums.two', seed: '1', item: 2, box: 1, due: '2026-11-03' });
  const [lesson] = engine.lessons();
  await store.keepNote('lessons', { [lesson!.lesson]: { best: 8, passed: true, at: 9 } });
  await store.keepNote('puzzles', puzzles);
  saved = { coset: '0.1.0', format: fileFormat, ...(await store.everything()), seats: { 'amber-otter': seat }, history: [{ table: 'old-one', spec: seat.spec, at: 3, you: 1, names: ['A', 'B'], winners: [1] }], blocked: ['Rude'], settings: { theme: 'dark', name: 'Emmy', level: 'level5' } };
});
let store = memoryStore();
beforeEach(() => {
  localStorage.clear();
  forgetSettings();
  store = memoryStore();
  worker.readBack = (file) => readBack(engine, store, structuredClone(file), 1000, pause);
});
const read = (value: unknown) => readFile(new Blob([typeof value === 'string' ? value : JSON.stringify(value)]));
const code = (promise: Promise<unknown>) => promise.then(() => 'read', (error: { problem?: { code: string } }) => error.problem?.code);

test('an empty device has all of it, and a game goes on', async () => {
  expect(await read(saved)).toEqual({ games: [4, 0], lessons: [1, 0], puzzles: [4, 0], settings: 3, unread: 0 });
  const all = await store.everything();
  for (const part of ['tables', 'scores', 'items'] as const) expect(all[part]).toEqual(saved[part]);
  expect((await store.note('puzzles')) as object).toMatchObject(puzzles);
  expect([savedSeats(), played().map(({ table }) => table), settings.theme, settings.name]).toEqual([[['amber-otter', seat]], ['old-one'], 'dark', 'Emmy']);
  const [info] = await store.tables();
  const table = engine.table(info!.setup, await store.log(info!.name), 2000);
  expect(table.requests().over).toBe(false);
  table.free();
});

test('a second time nothing is added, and nothing that is here is replaced', async () => {
  saveSeat('amber-otter', { ...seat, you: 1 });
  settings.theme = 'light';
  await read(saved);
  expect(await read(saved)).toEqual({ games: [0, 4], lessons: [0, 1], puzzles: [0, 4], settings: 0, unread: 0 });
  expect([savedSeats()[0]![1].you, settings.theme]).toEqual([1, 'light']);
  await store.keepNote('puzzles', { solved: { 'best-exchange': 9 }, streak: 1, best: 5, days: ['2026-10-31'] });
  await read(saved);
  expect(await store.note('puzzles')).toMatchObject({ solved: { 'best-exchange': 9 }, streak: 1, best: 5, days: ['2026-10-31', '2026-11-01'] });
});

describe('what is refused', () => {
  test.each([
    ['what is larger than 1 MB', () => `{"coset":"1","x":"${'y'.repeat(maxFileBytes)}"}`, 'file.big'],
    ['what is no JSON', () => 'coset-record 1', 'file.other'],
    ['another JSON', () => '[1]', 'file.other'],
    ['a name that only a prototype has', () => '{"__proto__":{"coset":"1"}}', 'file.other'],
    ['a newer form', () => ({ coset: '9.0.0', format: fileFormat + 1 }), 'file.newer'],
  ])('%s', async (_what, file, wanted) => {
    expect(await code(read(file()))).toBe(wanted);
    expect(await store.everything()).toEqual({ tables: [], scores: [], items: [], notes: {} });
  });
});

test('what is no game, lesson or setting is counted and left out', async () => {
  const [table] = saved['tables'] as { log: { body: string }[] }[];
  const hostile = JSON.parse(`{"coset": "1", "seats": {"__proto__": {"spec": "x", "at": 1}, "<b>": {"spec": "x", "at": 1}, "ok": {"spec": 5, "at": 1}},
    "history": [{"table": "x", "spec": "y", "at": "late", "you": 1}], "settings": {"theme": "<script>", "volume": 7, "name": "<b>", "speed": "0", "level": "level99", "__proto__": {"sound": false}},
    "notes": {"lessons": {"__proto__": {"best": 1, "at": 1}, "constructor": {"best": 1, "at": 1}}, "puzzles": {"solved": {"__proto__": 3, "constructor": 3}, "days": ["<b>", "2026-13-99x"], "best": -1}},
    "blocked": [{"a": 1}, "<b>"]}`) as Record<string, unknown>;
  hostile['tables'] = [
    { ...table, name: '../x' }, { ...table, name: 'a', log: table!.log.slice(1) }, { ...table, name: 'b', log: [...table!.log, { ...table!.log[0] }] },
    { ...table, name: 'c', log: table!.log.map((row) => ({ ...row, body: 'move 1 at=1\n1: W+W+W=C\n' })) }, { ...table, name: 'd', setup: { spec: 'chess', seats: [] } }, null, 7,
  ];
  hostile['scores'] = [{ table: 'x' }];
  hostile['items'] = [{ lesson: 'a', seed: '1', item: 1, box: 99, due: 'never' }];
  const found = await read(hostile);
  expect(found).toMatchObject({ games: [0, 0], lessons: [0, 0], puzzles: [0, 0], settings: 0 });
  expect(found.unread).toBe(7 + 1 + 1 + 2 + 3 + 1);
  expect(await store.everything()).toMatchObject({ tables: [], scores: [], items: [], notes: { puzzles: { solved: {}, days: [], best: 0 } } });
  expect([savedSeats(), played(), settings.theme, ({} as { sound?: boolean }).sound]).toEqual([[], [], 'system', undefined]);
});

test('it fits beside what is here: the list of seats does not lose one', async () => {
  for (let i = 0; i < 99; ++i) saveSeat(`here-${i}`, { ...seat, at: i });
  await read({ coset: '1', seats: Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`more-${i}`, { ...seat, at: 1000 + i }])) });
  expect([savedSeats().length, savedSeats().filter(([table]) => table.startsWith('here')).length]).toEqual([100, 99]);
});
