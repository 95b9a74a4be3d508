// What every store keeps to, in memory and on a device. It runs in Node and inside a page, so it brings its own
// assertions. `open` opens a store on the same ground each time; a case begins with nothing kept.
import type { told } from '../../src/engine/index.js';
import type { Item, Score, Store, TableInfo } from '../../src/worker/store.js';

type Case = [promise: string, check: (open: () => Promise<Store>) => Promise<void>];

function equal(found: unknown, wanted: unknown, what = 'value'): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a}, not ${b}`);
}

const row = (ply: number, branch = ''): told.Row => ({
  ply, before: ply === 1 ? 'setup' : `c${ply - 1}${branch}`, chain: `c${ply}${branch}`, body: `body ${ply}${branch}`,
});
const info = (name: string, touched: number): TableInfo => ({
  name, setup: { table: name, spec: 'solitaire', seats: [] }, game: 'solitaire', group: 'Z2^3', created: 1, touched,
});
const score = (table: string, points: number): Score => ({
  table, spec: 'solitaire', score: points, turns: 1, par: 2, hints: 0, assisted: false, at: 3,
});
const item = (key: string, box = 0): Item => ({ key, lesson: 'a', seed: '1', item: 1, box, due: 5 });

async function appendAll(store: Store, table: string, plies: number): Promise<void> {
  for (let ply = 1; ply <= plies; ++ply) equal(await store.append(table, row(ply)), true, `row ${ply} of ${table}`);
}
const bodies = async (store: Store, table: string) => (await store.log(table)).map(({ body }) => body);

export const contract: Case[] = [
  ['tables are listed, the one that was touched last first', async (open) => {
    const store = await open();
    for (const [name, touched] of [['a', 5], ['b', 9], ['c', 7]] as const) await store.keepTable(info(name, touched));
    equal((await store.tables()).map(({ name }) => name), ['b', 'c', 'a']);
    await store.keepTable(info('a', 10));
    equal((await store.tables()).map(({ name }) => name), ['a', 'b', 'c']);
    equal((await store.table('b'))?.touched, 9);
    equal(await store.table('d'), undefined);
  }],
  ['what was read of a table does not change with it', async (open) => {
    const store = await open();
    const mine = info('a', 1);
    await store.keepTable(mine);
    mine.assisted = true;
    equal((await store.table('a'))?.assisted, undefined);
    (await store.table('a'))!.touched = 99;
    (await store.tables())[0]!.touched = 99;
    equal((await store.table('a'))?.touched, 1);
  }],
  ['a log is added to, never replaced', async (open) => {
    const store = await open();
    await appendAll(store, 'a', 2);
    equal(await store.append('a', row(2, 'x')), false, 'a second row 2');
    equal(await store.append('a', row(1, 'x')), false, 'a second row 1');
    equal(await bodies(store, 'a'), ['body 1', 'body 2']);
  }],
  ['a row is added only where the log ends with the row before it', async (open) => {
    const store = await open();
    equal(await store.append('a', row(2)), false, 'without a first row');
    await appendAll(store, 'a', 2);
    equal(await store.append('a', row(4)), false, 'after a gap');
    equal(await store.append('a', row(3, 'x')), false, 'after another row 2');
    equal(await store.append('a', row(3)), true);
    equal(await bodies(store, 'a'), ['body 1', 'body 2', 'body 3']);
  }],
  ['of two appends of one row one succeeds, and its caller learns it', async (open) => {
    const [one, other] = [await open(), await open()];
    await appendAll(one, 'a', 1);
    const mine = { ...row(2), body: 'mine' };
    const theirs = { ...row(2), body: 'theirs' };
    const won = await Promise.all([one.append('a', mine), other.append('a', theirs)]);
    equal(won.filter(Boolean).length, 1, 'rows added');
    equal(await bodies(one, 'a'), ['body 1', won[0] ? 'mine' : 'theirs']);
  }],
  ['a log is read in the order of its plies, however long it is', async (open) => {
    const store = await open();
    await appendAll(store, 'a', 120);
    equal((await store.log('a')).map(({ ply }) => ply), Array.from({ length: 120 }, (_, i) => i + 1));
  }],
  ['a log is cut after a ply, and can be continued otherwise', async (open) => {
    const store = await open();
    await appendAll(store, 'a', 4);
    await appendAll(store, 'b', 4);
    await store.cut('a', 2);
    equal(await bodies(store, 'a'), ['body 1', 'body 2']);
    equal((await store.log('b')).length, 4, 'rows of another table');
    equal(await store.append('a', { ...row(3), body: 'anew' }), true);
    equal(await bodies(store, 'a'), ['body 1', 'body 2', 'anew']);
    await store.cut('a', 0);
    equal(await bodies(store, 'a'), []);
  }],
  ['tables whose names begin alike have logs of their own', async (open) => {
    const store = await open();
    for (const name of ['a', 'a-1', 'a1', 'A']) await appendAll(store, name, 2);
    await store.cut('a', 0);
    for (const name of ['a-1', 'a1', 'A']) equal((await store.log(name)).length, 2, name);
  }],
  ['a table that is forgotten leaves nothing for one that is called the same', async (open) => {
    const store = await open();
    for (const name of ['a', 'b']) {
      await store.keepTable(info(name, 1));
      await appendAll(store, name, 2);
    }
    await store.forgetTable('a');
    equal((await store.tables()).map(({ name }) => name), ['b']);
    equal(await bodies(store, 'a'), []);
    equal((await store.log('b')).length, 2, 'rows of another table');
    equal(await store.append('a', row(1)), true, 'a new first row');
  }],
  ['there is one score a table, one item a key, one note a name: the last', async (open) => {
    const store = await open();
    for (const each of [score('a', 5), score('b', 6), score('a', 4)]) await store.keepScore(each);
    equal((await store.scores()).map((each) => [each.table, each.score]), [['a', 4], ['b', 6]]);
    for (const each of [item('x'), item('y'), item('x', 2)]) await store.keepItem(each);
    await store.forgetItem('y');
    equal((await store.items()).map(({ key, box }) => [key, box]), [['x', 2]]);
    await store.keepNote('n', { days: ['2026-11-15'] });
    await store.keepNote('n', { days: [] });
    equal(await store.note('n'), { days: [] });
    equal(await store.note('m'), undefined);
  }],
  ['all of it can be taken away, every table with its own log', async (open) => {
    const store = await open();
    await store.keepTable(info('a', 1));
    await store.keepTable(info('b', 2));
    await appendAll(store, 'a', 1);
    await appendAll(store, 'b', 2);
    await store.keepScore(score('a', 5));
    await store.keepItem(item('x'));
    await store.keepNote('n', 7);
    await store.keepNote('m', [8]);
    const all = (await store.everything()) as { tables: (TableInfo & { log: told.Row[] })[]; scores: Score[]; items: Item[]; notes: object };
    equal(all.tables.map(({ name, log }) => [name, log.map(({ body }) => body)]).sort(), [['a', ['body 1']], ['b', ['body 1', 'body 2']]]);
    equal([all.scores.length, all.items.length], [1, 1]);
    equal(Object.entries(all.notes).sort(), [['m', [8]], ['n', 7]]);
  }],
  ['a whole game is added with its log, and never over one that is there', async (open) => {
    const store = await open();
    equal(await store.addTable(info('a', 1), [row(1), row(2)]), true);
    equal(await bodies(store, 'a'), ['body 1', 'body 2']);
    equal(await store.addTable(info('a', 9), [row(1, 'x')]), false, 'a second one');
    equal([(await store.table('a'))?.touched, await bodies(store, 'a')], [1, ['body 1', 'body 2']]);
    equal(await store.append('a', row(3)), true, 'it goes on');
  }],
  ['all of it can be forgotten', async (open) => {
    const store = await open();
    await store.keepTable(info('a', 1));
    await appendAll(store, 'a', 2);
    await store.keepScore(score('a', 5));
    await store.keepItem(item('x'));
    await store.keepNote('n', 7);
    await store.forgetAll();
    equal(await store.everything(), { tables: [], scores: [], items: [], notes: {} });
    equal(await bodies(store, 'a'), []);
  }],
];
