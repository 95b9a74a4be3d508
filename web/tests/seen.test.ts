// @vitest-environment node
// A page keeps what its seat was shown and holds the record of the end against it: a server that shows another
// game is found out, and an honest one is accused by nobody, whatever breaks on the way.
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { KeptPromise } from '../src/deal/promise.js';
import type { Told } from '../src/deal/seen.js';
import { verifyDeal } from '../src/deal/verify.js';
import { runHostLoop, type Engine, type FromTable, type TableGameOver, type told } from '../src/engine/index.js';
import { makeCalls } from '../src/worker/rpc.js';
import { memoryStore } from '../src/worker/memory_store.js';
import type { Listener } from '../src/transport/link.js';
import { TableClient } from '../src/table/client.svelte.js';
import { loadEngine, turn } from './support/room.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const tokens = ['1', '2'].map((digit) => digit.repeat(32));

/** A server's table, two people or one, and their pages; `chance` decides everything. */
async function game(name: string, spec: string, seed: number) {
  const facts = engine.spec(spec);
  const chance = engine.rng(seed);
  const seats = Array.from({ length: facts.seats }, (_, i) => ({ name: `seat ${i + 1}`, token: tokens[i]! }));
  const table = engine.table({ table: name, spec: facts.spec, seats, hints: true, grace: 0 }, [], 1000);
  const heard = new Map<number, (message: FromTable) => void>();
  let lines: string[] = [];
  let over: TableGameOver | undefined;
  let takebacks = 0;
  const send = (sends: told.Send[]) => {
    for (const { to, message } of sends) {
      if (message.type === 'game_over') over = message;
      for (const connection of to) heard.get(connection)?.(structuredClone(message));
    }
  };
  const settle = () =>
    runHostLoop(table, {
      urn: ({ size }) => (table.dealt(chance.below(size)), true),
      proposed: (row) => {
        const cut = / lines=(\d+)/.exec(row.body.split('\n')[0]!);
        if (row.body.startsWith('takeback')) {
          ++takebacks;
          lines = lines.slice(0, Number(cut?.[1] ?? 0));
        }
        lines = [...lines, ...row.body.split('\n').slice(1).filter((line) => line !== '')];
        send(table.committed(row.ply, 1000));
        return true;
      },
      bot: () => false, hint: () => false, rematch: () => false, wake_at: () => false,
    });
  await settle();
  let next = 1;
  /** What one seat's device keeps, and the page that shows it. */
  const device = (at: number) => {
    const calls = makeCalls(engine, memoryStore(), turn);
    const waits: Promise<unknown>[] = [];
    const all: Told[] = [];
    let connection = 0;
    let listener!: Listener;
    const page = () =>
      new TableClient(
        {
          link: (_table, given) => {
            listener = given;
            return { far: true, say: (message) => connection > 0 && send(table.handle(connection, message, 1000)), reconnect: () => undefined, close: () => undefined };
          },
          history: async () => [],
          saw: (what, you) => {
            all.push(what);
            waits.push(calls.saw(name, you, what));
          },
        },
        name,
        tokens[at],
      );
    let client = page();
    const lose = () => {
      if (connection > 0) send(table.disconnect(connection, 1000));
      heard.delete(connection);
      connection = 0;
    };
    const find = () => {
      if (connection > 0) return;
      connection = next++;
      heard.set(connection, (message) => listener.told(message));
      listener.opened!();
    };
    const reload = async () => {
      lose();
      client.close();
      await Promise.all(waits);
      vi.resetModules();
      client = page();
      find();
    };
    find();
    return {
      lose, find, reload, all, calls, token: tokens[at],
      client: () => client,
      seen: async (record: string) => (await Promise.all(waits), calls.seen(name, record)),
    };
  };
  const devices = seats.map((_, i) => device(i));
  const legal = () => {
    const match = engine.replay(`coset-record 1\n${facts.spec}\n${lines.map((line) => `${line}\n`).join('')}`);
    const { actions } = match.actions(200);
    match.free();
    return actions;
  };
  return { devices, settle, chance, legal, turn: () => table.requests().turn, over: () => over, takebacks: () => takebacks, table };
}
type Game = Awaited<ReturnType<typeof game>>;

/** A game to its end, with whatever happens to pages and lines. */
async function played(name: string, spec: string, seed: number, troubled = true) {
  const at = await game(name, spec, seed);
  const { devices, chance, settle } = at;
  const any = () => devices[chance.below(devices.length)]!;
  for (let i = 0; !at.over() && i < 400; ++i) {
    const what = troubled ? chance.below(20) : 19;
    if (what < 2) any().lose();
    else if (what < 5) any().find();
    else if (what === 5) await any().reload();
    else if (what < 9 && devices.length > 1) {
      for (const each of devices) each.find();
      any().client().propose('takeback');
      for (const each of devices) each.client().answer('takeback', true);
    } else {
      const mover = devices[at.turn() - 1]!;
      mover.find();
      const moves = at.legal();
      mover.client().play(moves[chance.below(moves.length)]!);
    }
    await settle();
    if (i > 60 && chance.below(40) === 0) {
      any().find();
      any().client().resign();
      await settle();
    }
  }
  for (const each of devices) each.find();
  const record = at.over()?.record ?? '';
  return { ...at, record };
}
const done = ({ devices, table, chance }: Pick<Game, 'devices' | 'table' | 'chance'>) => {
  for (const each of devices) each.client().close();
  table.free();
  chance.free();
};

describe('nobody accuses an honest server', () => {
  afterEach(() => void vi.resetModules());
  for (const spec of ['al-jabar', 'mad-abel', 'solitaire'])
    test(`in ${spec}, whatever is taken back, lost or loaded again`, { timeout: 60_000 }, async () => {
      let [sights, snapshots, events, takebacks] = [0, 0, 0, 0];
      for (let seed = 1; seed <= 6; ++seed) {
        const all = await played(`${spec}-${seed}`, spec, seed);
        expect(all.record).not.toBe('');
        for (const each of all.devices) {
          const found = await each.seen(all.record);
          expect([found?.other, each.client().broken], `${spec} ${seed}`).toEqual([undefined, '']);
          sights += found!.seen.sights.length;
          snapshots += each.all.filter((what) => what.type === 'snapshot').length;
          events += each.all.filter((what) => what.type === 'event').length;
        }
        takebacks += all.takebacks();
        done(all);
      }
      expect(Math.min(sights, snapshots, events)).toBeGreaterThan(20);
      if (spec !== 'solitaire') expect(takebacks).toBeGreaterThan(3);
    });
  test('for a view of which a later version tells more', async () => {
    const all = await played('later', 'al-jabar', 3, false);
    const { calls, all: told } = all.devices[0]!;
    for (const what of told) await calls.saw('more', 1, 'view' in what ? { ...what, view: { ...what.view, glow: 3 } as never } : what);
    expect((await calls.seen('more', all.record))?.other).toBeUndefined();
    done(all);
  });
  test('for a move that was taken back while the line was broken; but where it ended it has ended', async () => {
    const calls = makeCalls(engine, memoryStore(), turn);
    const match = engine.match('al-jabar');
    while (match.urn() > 0) match.deal(0);
    const [one, other] = match.actions(2).actions;
    const branch = (move: string) => {
      const then = match.first(match.state().plies);
      then.play(1, move);
      return then;
    };
    const shown = (ply: number, then: typeof match) =>
      ({ type: 'snapshot', ply, chain: '', turn: 1, view: then.view(1), record: then.record(1) }) as Told;
    await calls.saw('gap', 1, shown(1, match));
    await calls.saw('gap', 1, shown(2, branch(one!)));
    await calls.saw('gap', 1, shown(4, branch(other!)));
    await calls.saw('gap', 1, { type: 'game_over', ply: 4, chain: '', ending: 'agreed', scores: [], winners: [], record: '' } as TableGameOver);
    const end = branch(other!);
    expect((await calls.seen('gap', end.record()))?.other).toBeUndefined();
    expect((await calls.seen('gap', branch(one!).record()))?.other).toBe(end.state().plies);
    end.play(2, end.actions(1).actions[0]!);
    expect((await calls.seen('gap', end.record()))?.other).toBe(match.state().plies + 1);
  });
});

describe('a server that shows another game than the one that was played', () => {
  test('is found by every seat, for an event and for a snapshot alike', async () => {
    const true_ = await played('played', 'mad-abel', 7, false);
    const other = await played('invented', 'mad-abel', 8, false);
    for (const each of true_.devices) {
      expect((await each.seen(true_.record))?.other).toBeUndefined();
      expect((await each.seen(other.record))?.other).toBeGreaterThan(0);
    }
    // Who comes late has seen only where the game stood then.
    const { calls, all } = true_.devices[0]!;
    const late = all.filter((what) => what.type === 'snapshot').at(-1)!;
    await calls.saw('late', 1, late);
    await calls.saw('late', 1, { type: 'game_over', ply: late.ply, chain: '', ending: 'agreed', scores: [], winners: [], record: '' } as TableGameOver);
    expect((await calls.seen('late', other.record))?.other).toBeGreaterThan(0);
    done(true_);
    done(other);
  });
  test('is found though it breaks the line whenever something is dealt', async () => {
    /** Twice a player draws, unseen, and a player trades, after which the page is there again. */
    const course = (place: number) => {
      const match = engine.match('al-jabar');
      for (let i = 0; match.urn() > 0; ++i) match.deal((7 * i) % match.urn());
      const shown: Told[] = [];
      const show = () => shown.push({ type: 'snapshot', ply: 2 * shown.length + 1, chain: '', turn: 1, view: match.view(1), record: match.record(1) } as Told);
      show();
      for (const _ of [1, 2]) {
        match.play(match.state().to_move!, 'draw');
        while (match.urn() > 0) match.deal(place % match.urn());
        match.play(match.state().to_move!, match.actions(200).actions.find((move) => move !== 'draw')!);
        while (match.urn() > 0) match.deal(0);
        show();
      }
      const record = match.record();
      match.free();
      return { shown, record };
    };
    const [played, invented] = [course(0), course(40)];
    expect(played.record).not.toBe(invented.record);
    const calls = makeCalls(engine, memoryStore(), turn);
    for (const told of played.shown) await calls.saw('breaks', 1, told);
    expect((await calls.seen('breaks', played.record))?.other).toBeUndefined();
    expect((await calls.seen('breaks', invented.record))?.other).toBeGreaterThan(0);
    // It tells another past as soon as it can.
    for (const told of [played.shown[0]!, played.shown[1]!, invented.shown[2]!]) await calls.saw('denies', 1, told);
    expect((await calls.seen('denies', invented.record))?.other).toBeGreaterThan(0);
  });
  test('is found where one piece is another, one move is another, or the end is missing', async () => {
    const { devices, record, ...rest } = await played('one', 'al-jabar', 9, false);
    const seen = async (lines: string[]) => (await devices[1]!.seen(lines.join('\n')))?.other;
    const lines = record.split('\n');
    const last = lines.findLastIndex((line) => /^\d+: /.test(line));
    expect(await seen(lines)).toBeUndefined();
    expect(await seen([...lines.slice(0, last), ...lines.slice(last + 1)])).toBe(last - 2);
    const swapped = lines.findIndex((line, i) => i > 2 && line.startsWith('1: deal') && lines[i + 1]?.startsWith('1: deal') !== true);
    const piece = (line: string) => line.slice(8);
    const partner = lines.findIndex((line, i) => line.startsWith('2: deal') && piece(line) !== piece(lines[swapped]!) && i > swapped);
    const forged = [...lines];
    [forged[swapped], forged[partner]] = [`1: deal ${piece(lines[partner]!)}`, `2: deal ${piece(lines[swapped]!)}`];
    const begun = forged.findIndex((line, i) => i > 2 && /^\d+: (?!deal)/.test(line));
    expect(await seen(forged.slice(0, begun))).toBeGreaterThan(0);
    done({ devices, ...rest });
  });
  test('is named by the check of the deal, though every deal is what the key draws', async () => {
    const ways = readFileSync(new URL('../../tests/system/fair_deal/cheats.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { seen?: string; shown?: string; file: { record: string }; kept: KeptPromise });
    const way = ways.find(({ seen }) => seen)!;
    const calls = makeCalls(engine, memoryStore(), turn);
    const you = way.kept.seat!;
    const match = engine.replay(way.shown!);
    await calls.saw('oak', you, { type: 'snapshot', ply: 1, chain: '', turn: 1, view: match.view(you), record: match.record(you) } as Told);
    match.free();
    const { seen, other } = (await calls.seen('oak', way.file.record))!;
    const text = JSON.stringify(way.file);
    expect(verifyDeal(engine, text, way.kept).wrong).toBe(null);
    expect(verifyDeal(engine, text, { ...way.kept, seen })).toMatchObject({ holds: false, wrong: way.seen, other });
  });
});

test('a seat keeps what it was shown at a far table, and who watches keeps nothing', () => {
  const sit = readFileSync('src/online/remote_session.ts', 'utf8');
  expect(sit).toMatch(/saw: \(message, you\) => void \(you > 0 && host\.call\.saw\(table, you, message\)/);
});
test('of many games the latest are kept', async () => {
  const store = memoryStore();
  const calls = makeCalls(engine, store, turn);
  const match = engine.match('al-jabar');
  while (match.urn() > 0) match.deal(0);
  const told = { type: 'snapshot', ply: 1, chain: '', turn: 1, view: match.view(1), record: match.record(1) } as Told;
  for (let i = 0; i < 33; ++i) await calls.saw(`table-${i}`, 1, told);
  const kept = Object.keys((await store.note<Record<string, unknown>>('seen'))!);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([30, 'table-3', 'table-32']);
  match.free();
});
