// @vitest-environment node
// The table host: storage errors, internal errors, bots, hints, deals and closing.
import { beforeAll, describe, expect, test } from 'vitest';
import { EngineFailure, digest, Engine, type Table } from '../src/engine/index.js';
import type { Store } from '../src/worker/store.js';
import { StorageError } from '../src/worker/storage_error.js';
import { act, bot, full, hinted, loadEngine, room, turn, until, you, type Room } from './support/room.js';
import { engineModule } from './support/wasm.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const failing = (what: keyof Store) => (each: keyof Store) => (each === what ? full() : undefined);
const events = ({ told }: Room) => told.filter((message) => message.type === 'event');

describe('a storage error', () => {
  test('leaves the move unconfirmed; the player sees why, and it is confirmed once there is space', async () => {
    const table = await room(engine, 'al-jabar', [you, bot]);
    const { client, device, rows, linkErrors } = table;
    const [head, log, seen] = [client.head, await rows(), events(table).length];
    const move = await hinted(client);
    device.fails = failing('append');
    client.play(move);
    await until(() => client.linkError !== undefined);
    expect(client.linkError).toEqual({ kind: 'storage_full', why: 'no room' });
    await turn();
    expect([client.head, client.pending?.move, events(table).length]).toEqual([head, move, seen]);
    expect(await rows()).toEqual(log);

    // A retry that fails changes nothing.
    client.reconnect();
    await until(() => linkErrors.length === 2);
    expect([client.head, client.pending?.move]).toEqual([head, move]);

    device.fails = undefined;
    client.reconnect();
    await until(() => client.head > head && client.myTurn);
    expect([client.linkError, client.pending]).toEqual([undefined, undefined]);
    expect((await rows()).map(({ ply }) => ply)).toEqual(Array.from({ length: client.head }, (_, i) => i + 1));
  });
  test('is retried automatically', async () => {
    const { client, device } = await room(engine, 'al-jabar', [you, bot], { around: { patience: 2 } });
    const [head, move] = [client.head, await hinted(client)];
    let left = 4;
    device.fails = (what) => (what === 'append' && left-- > 0 ? new Error('the disk sleeps') : undefined);
    client.play(move);
    await until(() => client.linkError?.kind === 'not_saved');
    await until(() => client.head > head && client.linkError === undefined);
  });
  test('is retried with exponential backoff', async () => {
    const tries: number[] = [];
    const { client, device } = await room(engine, 'solitaire', [you], { around: { patience: 16 } });
    const move = await hinted(client);
    device.fails = (what) => (what === 'append' ? (tries.push(performance.now()), full()) : undefined);
    client.play(move);
    await until(() => tries.length >= 5);
    const waits = tries.slice(1).map((at, i) => at - tries[i]!);
    for (const [i, wait] of waits.entries()) expect(wait, `wait ${i}`).toBeGreaterThan(16 * 2 ** i - 3);
  });
  test('in the list of tables is retried; the move itself is confirmed', async () => {
    const { client, device, info } = await room(engine, 'solitaire', [you]);
    const head = client.head;
    const move = await hinted(client);
    await until(() => device.calls.at(-1) === 'keepTable');
    const before = (await device.kept.table(info.name))!;
    device.fails = failing('keepTable');
    client.play(move);
    await until(() => client.linkError !== undefined && client.head > head);
    device.fails = undefined;
    await device.kept.keepTable({ ...before, touched: 0 });
    client.reconnect();
    await until(() => client.linkError === undefined);
    expect((await device.kept.table(info.name))!.touched).toBe(1000);
  });
  test('while reading the rows of another tab: they are read later', async () => {
    const one = await room(engine, 'al-jabar', [you, bot]);
    const other = await room(engine, 'al-jabar', [you, bot], { device: one.device, info: one.info });
    await act(other.client, await hinted(other.client));
    one.device.fails = failing('log');
    one.host.refresh();
    await until(() => one.client.linkError !== undefined);
    one.device.fails = undefined;
    one.client.reconnect();
    await until(() => one.client.head === other.client.head);
    expect(one.client.view).toEqual(other.client.view);
  });
  test('in a cut leaves the game unchanged', async () => {
    const { client, host, device, rows } = await room(engine, 'solitaire', [you]);
    await act(client, await hinted(client));
    const log = await rows();
    device.fails = failing('cut');
    await host.cut(1);
    expect(client.linkError?.kind).toBe('storage_full');
    expect(await rows()).toEqual(log);
    device.fails = undefined;
    client.reconnect();
    await until(() => client.linkError === undefined);
    expect(client.head).toBe(log.at(-1)!.ply);
  });
  test('in a rematch is retried', async () => {
    let tries = 0;
    const { client, told } = await room(engine, 'mad-abel Z4xZ5 seats=2', [you, bot], {
      around: { patience: 2, rematch: async () => { if (++tries < 3) throw new StorageError(full()); return 'elm'; } },
    });
    while (!client.over) await act(client, await hinted(client));
    client.propose('rematch');
    await until(() => client.movedTo === 'elm');
    expect(tries).toBe(3);
    client.propose('rematch'); // there is one rematch: a second request receives its name
    await until(() => told.filter((message) => message.type === 'rematch_ready').length === 2);
    expect(told.flatMap((message) => (message.type === 'rematch_ready' ? [message.table] : []))).toEqual(['elm', 'elm']);
    expect(tries).toBe(3);
  });
});

describe('an internal error', () => {

  test('in the engine ends the table and is reported', async () => {
    let traps = false;
    const fragile = await Engine.load(await engineModule(), (bytes) => {
      if (traps) throw new Error('trap');
      return digest(bytes);
    });
    const { client, failures, rows } = await room(fragile, 'al-jabar', [you, bot]);
    const [move, log] = [await hinted(client), await rows()];
    traps = true;
    client.play(move);
    await until(() => failures.length > 0);
    expect(failures[0]).toBeInstanceOf(EngineFailure);
    expect(await rows()).toEqual(log);
  });
  test('during a bot’s search is reported too', async () => {
    const without = Object.assign(Object.create(engine) as Engine, { match: () => { throw new Error('no match'); } });
    const { client, failures } = await room(without, 'al-jabar', [you, bot]);
    client.play(await hinted(client));
    await until(() => failures.length > 0);
    expect(String(failures[0])).toContain('no match');
  });
});

/** An engine whose tables record the moves passed to botChose. */
function watched(chosen: string[]): Engine {
  return Object.assign(Object.create(engine) as Engine, {
    table: (...values: Parameters<Engine['table']>) => {
      const table = engine.table(...values);
      const botChose = table.botChose.bind(table);
      table.botChose = (seat, ply, move, now) => {
        chosen.push(move);
        return botChose(seat, ply, move, now);
      };
      return table as Table;
    },
  });
}

describe('a bot', () => {
  test('that is stopped does not play the move of a partial search; it searches again', async () => {
    const chosen: string[] = [];
    let slices = 0;
    let stop = () => {};
    const { client, host } = await room(watched(chosen), 'al-jabar', [you, { bot: 'level6' }], {
      around: { pause: async () => { if (++slices === 2) stop(); await turn(); } },
    });
    stop = () => void host.cut(client.head);
    await act(client, await hinted(client));
    expect(slices).toBeGreaterThan(2);
    expect(chosen).toHaveLength(1);
  });
  test('stops its search when the position is outdated', async () => {
    const chosen: string[] = [];
    let [slices, after] = [0, 0];
    let over = false;
    const { client } = await room(watched(chosen), 'al-jabar', [you, { bot: 'level8' }], {
      around: { pause: async () => { ++slices; if (over) ++after; await turn(); } },
    });
    const [move, before] = [await hinted(client), client.head];
    slices = 0;
    client.play(move);
    await until(() => client.head > before && slices > 2);
    client.resign();
    await until(() => client.over !== undefined);
    over = true;
    await new Promise((go) => setTimeout(go, 100));
    expect(after).toBeLessThan(4);
    expect(chosen).toEqual([]);
  });
  test('of a seeded table plays the same moves every time, and waits for the configured pace', async () => {
    const waits: number[] = [];
    /** The moves played with this device entropy. */
    const moves = async (entropy: number) => {
      const { client } = await room(engine, 'al-jabar', [you, { bot: 'random' }], {
        around: { chance: (bound) => entropy % bound, pace: () => 700, pause: async (milliseconds) => { waits.push(milliseconds); await turn(); } },
      });
      for (let i = 0; i < 3; ++i) await act(client, await hinted(client));
      return client.moves.map((move) => move.move);
    };
    expect(await moves(1)).toEqual(await moves(1_000_003));
    expect(waits.filter((wait) => wait === 700)).toHaveLength(6);
  });
});

describe('a hint', () => {
  /** A table that counts the slices of its searches; `between` runs between two slices. */
  const searching = async () => {
    const watch = { slices: 0, between: () => {} };
    const table = await room(engine, 'al-jabar', [you, bot], {
      around: { pause: async () => { ++watch.slices; watch.between(); await turn(); } },
    });
    watch.slices = 0;
    return { ...table, watch };
  };

  test('is searched in slices, and other requests are answered in between', async () => {
    const { client, told, watch } = await searching();
    const before = told.length;
    watch.between = () => {
      watch.between = () => {};
      client.preview({ give: ['R'], take: [] });
    };
    client.askHint(5);
    await until(() => client.hints.length > 0 && client.verdict !== undefined);
    const order = told.slice(before).map(({ type }) => type).filter((type) => type === 'verdict' || type === 'hint');
    expect(order).toEqual(['verdict', 'hint']);
    expect(watch.slices).toBeGreaterThan(1);
  });
  test('is cancelled when the requester moves, and the game is not marked as assisted', async () => {
    const { client, told, watch, device, info } = await searching();
    watch.between = () => {
      watch.between = () => {};
      client.play('draw');
    };
    const before = told.length;
    client.askHint(5);
    await until(() => client.pending === undefined && client.myTurn && told.slice(before).some(({ type }) => type === 'event'));
    await turn();
    expect(told.slice(before).filter(({ type }) => type === 'hint')).toEqual([]);
    expect((await device.kept.table(info.name))!.assisted).toBeUndefined();
  });
  test('that is outdated is not searched any further', async () => {
    const move = await hinted((await room(engine, 'solitaire', [you])).client);
    let [slices, goOn] = [0, () => {}];
    const { client, device } = await room(engine, 'solitaire', [you], {
      around: { pause: () => new Promise((go) => { ++slices; goOn = go; }) },
    });
    client.askHint(5);
    await until(() => slices === 1);
    const head = client.head;
    device.calls.length = 0;
    client.play(move);
    await until(() => client.head > head && device.calls.includes('keepTable'));
    goOn();
    await turn();
    await turn();
    expect(slices).toBe(1);
  });
});

describe('the list of tables stores', () => {
  test('that a hint was taken', async () => {
    const { client, device, info } = await room(engine, 'al-jabar', [you, bot]);
    expect((await device.kept.table(info.name))!.assisted).toBeUndefined();
    client.askHint(1);
    await until(() => client.hints.length > 0);
    await turn();
    await until(() => device.calls.at(-1) === 'keepTable');
    expect((await device.kept.table(info.name))!.assisted).toBe(true);
  });
  test('how a game ended', async () => {
    const { client, device, info } = await room(engine, 'solitaire', [you]);
    while (!client.over) await act(client, await hinted(client));
    const { ending, scores, winners } = client.over;
    await until(() => device.calls.at(-1) === 'keepTable');
    await turn();
    expect((await device.kept.table(info.name))!.over).toEqual({ ending, scores, winners });
  });
  test('no ending before the end', async () => {
    const { client, device, info } = await room(engine, 'solitaire', [you]);
    await act(client, await hinted(client));
    expect((await device.kept.table(info.name))!.over).toBeUndefined();
  });
});

describe('deals', () => {
  const deal = async (seed?: string) => {
    const bounds: number[] = [];
    const { client } = await room(engine, 'solitaire', [you], {
      ...(seed === undefined ? {} : { seed }),
      around: { chance: (bound) => (bounds.push(bound), bound - 1) },
    });
    return { client, view: client.view, bounds };
  };
  test('of a seeded table are those that the engine derives from the seed, in order', async () => {
    const { client } = await deal('7');
    const match = engine.match('solitaire');
    let number = 0;
    const dealAll = () => {
      for (let size; (size = match.urn()) > 0; ) match.deal(engine.seededIndex('7', number++, size));
    };
    dealAll();
    expect(client.view).toEqual(match.view(1));
    const move = await hinted(client);
    await act(client, move);
    match.play(1, move);
    dealAll();
    expect(client.view).toEqual(match.view(1));
    match.free();
  });
  test('of a seeded table come from the seed alone', async () => {
    const [one, same, other] = [await deal('7'), await deal('7'), await deal('8')];
    expect(one.view).toEqual(same.view);
    expect(one.view).not.toEqual(other.view);
    expect(one.bounds).toEqual([]);
  });
  test('of an unseeded table come from the device’s entropy, below the number of pieces left', async () => {
    const { client } = await room(engine, 'solitaire', [you]);
    const bounds: number[] = [];
    const { seed: _, ...info } = { ...(await room(engine, 'solitaire', [you])).info, name: 'unseeded' };
    const table = await room(engine, 'solitaire', [you], {
      info: { ...info, setup: { ...info.setup, table: 'unseeded' } },
      around: { chance: (bound) => (bounds.push(bound), bound - 1) },
    });
    expect(bounds.length).toBeGreaterThan(10);
    expect(bounds[0]! - bounds[1]!).toBe(1);
    expect(table.client.view).not.toEqual(client.view);
  });
});

describe('closing', () => {
  test('waits for the running task; after it the table does nothing', async () => {
    const table = await room(engine, 'al-jabar', [you, bot]);
    const { client, host, told, device } = table;
    const move = await hinted(client);
    await host.close();
    const [said, done] = [told.length, device.calls.length];
    client.play(move);
    host.refresh();
    host.retry();
    await host.cut(1);
    await turn();
    expect([told.length, device.calls.length]).toEqual([said, done]);
    expect(table.failures).toEqual([]);
  });
  test('one connection leaves the others connected', async () => {
    const { client, join, info, told } = await room(engine, 'al-jabar', [you, bot]);
    const second = join(info.setup.seats[0]!.token);
    await until(() => second.view !== undefined);
    client.close();
    await turn();
    const before = told.length;
    second.askHint(1);
    await until(() => second.hints.length > 0);
    expect(client.hints).toEqual([]);
    expect(told.length).toBeGreaterThan(before);
  });
});
