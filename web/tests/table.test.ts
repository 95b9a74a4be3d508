// @vitest-environment node
// The worker's host and the screen's client, with the real engine and a log in memory.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, type FromTable, type told } from '../src/engine/index.js';
import { makeCalls } from '../src/host/calls.js';
import type { Store, TableInfo } from '../src/host/store.js';
import { TableHost, type Surroundings } from '../src/host/table_host.js';
import type { Link, Listener } from '../src/link/link.js';
import { TableClient } from '../src/table/client.svelte.js';

const wasm = process.env['COSET_WASM'] ?? new URL('../../build/wasm/bin/coset.wasm', import.meta.url);
let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(await readFile(wasm));
});

/** What the device keeps, in memory; a rival may have been there first. */
class Memory {
  rows: told.Row[] = [];
  infos = new Map<string, TableInfo>();
  beforeAppend: ((row: told.Row) => void) | undefined;

  async log() {
    return this.rows;
  }
  async append(_table: string, row: told.Row) {
    this.beforeAppend?.(row);
    if (this.rows.some((each) => each.ply === row.ply)) return false;
    this.rows = [...this.rows, row];
    return true;
  }
  async cut(_table: string, ply: number) {
    this.rows = this.rows.filter((row) => row.ply <= ply);
  }
  async keepTable(info: TableInfo) {
    this.infos.set(info.name, { ...info });
  }
}

interface Room {
  info: TableInfo;
  memory: Memory;
  host: TableHost;
  client: TableClient;
  told: FromTable[];
}

async function room(spec: string, seats: Parameters<ReturnType<typeof makeCalls>['newTable']>[0]['seats'], seed = '11', memory = new Memory()): Promise<Room> {
  const calls = makeCalls(engine, memory as unknown as Store);
  const info = memory.infos.values().next().value ?? (await calls.newTable({ spec, seats, seed }));
  const listeners = new Map<number, Listener>();
  const told: FromTable[] = [];
  const around: Surroundings = {
    engine,
    store: memory as unknown as Store,
    now: () => 1000,
    chance: () => 0,
    pace: () => 0,
    pause: () => new Promise((go) => setTimeout(go, 0)),
    rematch: async () => 'next',
    added: () => undefined,
    send: (connection, message) => {
      told.push(message);
      listeners.get(connection)?.told(structuredClone(message));
    },
  };
  const host = await TableHost.open(around, { ...info });
  let next = 1;
  const client = new TableClient(
    {
      link: (_table, listener): Link => {
        const connection = next++;
        listeners.set(connection, listener);
        return { say: (message) => host.handle(connection, structuredClone(message)), close: () => host.left(connection) };
      },
      history: async (record) => calls.history(record),
    },
    info.name,
    info.setup.seats.find((seat) => seat.token)?.token,
  );
  await until(() => client.view !== undefined && (client.myTurn || client.over !== undefined));
  return { info, memory, host, client, told };
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; !done(); ++i) {
    if (i > 5000) throw new Error('nothing happened');
    await new Promise((go) => setTimeout(go, 1));
  }
}

/** The move that a hint names. */
async function hinted(client: TableClient): Promise<string> {
  for (const level of [4, 5]) {
    client.askHint(level);
    // Where there is less to say, the last level comes.
    await until(() => client.hints.some((hint) => hint.level === Math.min(level, hint.levels)) || client.refusal !== undefined);
    const move = client.hints.at(-1)?.move;
    if (move) return move;
  }
  throw new Error('no hint names a move');
}
async function act(client: TableClient, move: string): Promise<void> {
  const before = client.head;
  client.play(move);
  await until(() => client.head > before && (client.myTurn || client.over !== undefined));
}

const you = { name: 'Emmy' };
const bot = { bot: 'greedy' };

describe('a table in the worker', { timeout: 60_000 }, () => {
  for (const [spec, seats] of [
    ['al-jabar', [you, bot]],
    ['al-jabar-3', [you, bot, bot]],
    ['solitaire', [you]],
    ['mad-abel', [you, bot]],
    ['shades', [you, bot]],
  ] as const)
    test(`${spec} is played to its end, and every event is in the log before it is told`, async () => {
      const { memory, client, told } = await room(spec, [...seats]);
      for (let moves = 0; !client.over; ++moves) {
        expect(moves).toBeLessThan(200);
        await act(client, await hinted(client));
      }
      const events = told.filter((message) => message.type === 'event');
      expect(events.length).toBeGreaterThan(3);
      for (const event of events) expect(memory.rows.find((row) => row.ply === event.ply)?.chain).toBe(event.chain);
      expect(client.head).toBe(memory.rows.at(-1)!.ply);
      engine.replay(client.over.record).free();
    });

  test('is found again as it was', async () => {
    const one = await room('al-jabar', [you, bot]);
    await act(one.client, await hinted(one.client));
    const again = await room('al-jabar', [you, bot], '11', one.memory);
    expect(again.client.head).toBe(one.client.head);
    expect(again.client.view).toEqual(one.client.view);
    expect(again.client.moves.map((move) => move.move)).toEqual(one.client.moves.map((move) => move.move));
  });

  test('gives way to a rival that was first', async () => {
    const one = await room('al-jabar', [you, bot]);
    const copy = new Memory();
    copy.rows = one.memory.rows;
    copy.infos = one.memory.infos;
    const rival = await room('al-jabar', [you, bot], '11', copy);
    const move = await hinted(rival.client);
    await act(rival.client, move);
    // The rival's rows are in the log when this one comes with its own.
    one.memory.beforeAppend = () => {
      one.memory.beforeAppend = undefined;
      one.memory.rows = copy.rows;
    };
    one.client.play(await hinted(one.client));
    await until(() => one.client.head === copy.rows.at(-1)!.ply);
    expect(one.client.view).toEqual(rival.client.view);
    expect(one.client.pending).toBeUndefined();
  });

  test('takes a Solitaire back past chance, and deals the same again', async () => {
    const { client, host, memory } = await room('solitaire', [you]);
    const move = await hinted(client);
    await act(client, move);
    const after = structuredClone(client.view);
    await host.cut(1);
    await until(() => client.head === 1);
    expect(memory.rows).toHaveLength(1);
    expect([...memory.infos.values()][0]!.assisted).toBe(true);
    await until(() => client.myTurn);
    await act(client, move);
    expect(client.view).toEqual(after);
  });

  test('says why a move is refused, and forgets it', async () => {
    const { client } = await room('al-jabar', [you, bot]);
    client.play('C=W+W');
    await until(() => client.refusal !== undefined);
    expect(client.refusal?.verdict?.legal).toBe(false);
    expect(client.pending).toBeUndefined();
    expect(client.myTurn).toBe(true);
  });
});
