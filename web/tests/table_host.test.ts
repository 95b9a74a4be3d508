// @vitest-environment node
// A table's host when things go wrong, and what it does beside the moves.
import { beforeAll, describe, expect, test } from 'vitest';
import { Broken, digest, Engine, type Table } from '../src/engine/index.js';
import type { Store } from '../src/host/store.js';
import { Unkept } from '../src/host/unkept.js';
import { act, bot, full, hinted, loadEngine, room, turn, until, you, type Room } from './support/room.js';
import { engineModule } from './support/wasm.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const failing = (what: keyof Store) => (each: keyof Store) => (each === what ? full() : undefined);
const events = ({ told }: Room) => told.filter((message) => message.type === 'event');

describe('what cannot be kept', () => {
  test('is not told as done; the player is told why, and it is done once there is room', async () => {
    const table = await room(engine, 'al-jabar', [you, bot]);
    const { client, device, rows, troubles } = table;
    const [head, log, seen] = [client.head, await rows(), events(table).length];
    const move = await hinted(client);
    device.fails = failing('append');
    client.play(move);
    await until(() => client.trouble !== undefined);
    expect(client.trouble).toEqual({ kind: 'full', why: 'no room' });
    await turn();
    expect([client.head, client.pending?.move, events(table).length]).toEqual([head, move, seen]);
    expect(await rows()).toEqual(log);

    // Asking in vain changes nothing.
    client.again();
    await until(() => troubles.length === 2);
    expect([client.head, client.pending?.move]).toEqual([head, move]);

    device.fails = undefined;
    client.again();
    await until(() => client.head > head && client.myTurn);
    expect([client.trouble, client.pending]).toEqual([undefined, undefined]);
    expect((await rows()).map(({ ply }) => ply)).toEqual(Array.from({ length: client.head }, (_, i) => i + 1));
  });
  test('is tried again by itself', async () => {
    const { client, device } = await room(engine, 'al-jabar', [you, bot], { around: { patience: 2 } });
    const [head, move] = [client.head, await hinted(client)];
    let left = 4;
    device.fails = (what) => (what === 'append' && left-- > 0 ? new Error('the disk sleeps') : undefined);
    client.play(move);
    await until(() => client.trouble?.kind === 'unkept');
    await until(() => client.head > head && client.trouble === undefined);
  });
  test('is tried again ever more rarely', async () => {
    const tries: number[] = [];
    const { client, device } = await room(engine, 'solitaire', [you], { around: { patience: 16 } });
    const move = await hinted(client);
    device.fails = (what) => (what === 'append' ? (tries.push(performance.now()), full()) : undefined);
    client.play(move);
    await until(() => tries.length >= 5);
    const waits = tries.slice(1).map((at, i) => at - tries[i]!);
    for (const [i, wait] of waits.entries()) expect(wait, `wait ${i}`).toBeGreaterThan(16 * 2 ** i - 3);
  });
  test('of the list of tables is kept later; the move itself counts', async () => {
    const { client, device, info } = await room(engine, 'solitaire', [you]);
    const head = client.head;
    const move = await hinted(client);
    await until(() => device.calls.at(-1) === 'keepTable');
    const before = (await device.kept.table(info.name))!;
    device.fails = failing('keepTable');
    client.play(move);
    await until(() => client.trouble !== undefined && client.head > head);
    device.fails = undefined;
    await device.kept.keepTable({ ...before, touched: 0 });
    client.again();
    await until(() => client.trouble === undefined);
    expect((await device.kept.table(info.name))!.touched).toBe(1000);
  });
  test('in what another tab has written is read later', async () => {
    const one = await room(engine, 'al-jabar', [you, bot]);
    const other = await room(engine, 'al-jabar', [you, bot], { device: one.device, info: one.info });
    await act(other.client, await hinted(other.client));
    one.device.fails = failing('log');
    one.host.refresh();
    await until(() => one.client.trouble !== undefined);
    one.device.fails = undefined;
    one.client.again();
    await until(() => one.client.head === other.client.head);
    expect(one.client.view).toEqual(other.client.view);
  });
  test('of a cut leaves the game as it was', async () => {
    const { client, host, device, rows } = await room(engine, 'solitaire', [you]);
    await act(client, await hinted(client));
    const log = await rows();
    device.fails = failing('cut');
    await host.cut(1);
    expect(client.trouble?.kind).toBe('full');
    expect(await rows()).toEqual(log);
    device.fails = undefined;
    client.again();
    await until(() => client.trouble === undefined);
    expect(client.head).toBe(log.at(-1)!.ply);
  });
  test('of a rematch is tried again', async () => {
    let tries = 0;
    const { client, told } = await room(engine, 'mad-abel Z4xZ5 seats=2', [you, bot], {
      around: { patience: 2, rematch: async () => { if (++tries < 3) throw new Unkept(full()); return 'elm'; } },
    });
    while (!client.over) await act(client, await hinted(client));
    client.propose('rematch');
    await until(() => client.movedTo === 'elm');
    expect(tries).toBe(3);
    client.propose('rematch'); // there is one rematch: who asks again is told where it is
    await until(() => told.filter((message) => message.type === 'moved').length === 2);
    expect(told.flatMap((message) => (message.type === 'moved' ? [message.table] : []))).toEqual(['elm', 'elm']);
    expect(tries).toBe(3);
  });
});

describe('a bug of ours', () => {

  test('in the engine ends the table and is told', async () => {
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
    expect(failures[0]).toBeInstanceOf(Broken);
    expect(await rows()).toEqual(log);
  });
  test('while a bot thinks is told too', async () => {
    const without = Object.assign(Object.create(engine) as Engine, { match: () => { throw new Error('no match'); } });
    const { client, failures } = await room(without, 'al-jabar', [you, bot]);
    client.play(await hinted(client));
    await until(() => failures.length > 0);
    expect(String(failures[0])).toContain('no match');
  });
});

/** An engine whose tables tell what bots are said to have chosen. */
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
  test('that is told to stop does not move with half a thought; it thinks again', async () => {
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
  test('stops when its position is no more', async () => {
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
  test('of a seeded table moves the same every time, and waits as long as people need', async () => {
    const waits: number[] = [];
    /** What is played while the device's entropy is so. */
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
  /** A table whose thoughts can be watched; `between` is done between two slices. */
  const thinking = async () => {
    const watch = { slices: 0, between: () => {} };
    const table = await room(engine, 'al-jabar', [you, bot], {
      around: { pause: async () => { ++watch.slices; watch.between(); await turn(); } },
    });
    watch.slices = 0;
    return { ...table, watch };
  };

  test('is thought of in slices, and others are answered in between', async () => {
    const { client, told, watch } = await thinking();
    const before = told.length;
    watch.between = () => {
      watch.between = () => {};
      client.try({ give: ['R'], take: [] });
    };
    client.askHint(5);
    await until(() => client.hints.length > 0 && client.verdict !== undefined);
    const order = told.slice(before).map(({ type }) => type).filter((type) => type === 'verdict' || type === 'hint');
    expect(order).toEqual(['verdict', 'hint']);
    expect(watch.slices).toBeGreaterThan(1);
  });
  test('stops when whoever asked has gone on, and marks nothing', async () => {
    const { client, told, watch, device, info } = await thinking();
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
  test('that nobody waits for any more is not thought of any further', async () => {
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

describe('the list of tables learns', () => {
  test('that a hint was taken, and not that one was only refused', async () => {
    const { client, device, info } = await room(engine, 'al-jabar', [you, bot]);
    expect((await device.kept.table(info.name))!.assisted).toBeUndefined();
    client.askHint(1);
    await until(() => client.hints.length > 0);
    await turn();
    await until(() => device.calls.at(-1) === 'keepTable');
    expect((await device.kept.table(info.name))!.assisted).toBe(true);
  });
  test('how a game has ended', async () => {
    const { client, device, info } = await room(engine, 'solitaire', [you]);
    while (!client.over) await act(client, await hinted(client));
    const { ending, scores, winners } = client.over;
    await until(() => device.calls.at(-1) === 'keepTable');
    await turn();
    expect((await device.kept.table(info.name))!.over).toEqual({ ending, scores, winners });
  });
  test('nothing of an ending before it is there', async () => {
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
  test('of a seeded table are those that the engine makes of the seed, one after the other', async () => {
    const { client } = await deal('7');
    const match = engine.match('solitaire');
    let number = 0;
    const dealAll = () => {
      for (let size; (size = match.urn()) > 0; ) match.deal(engine.seededPlace('7', number++, size));
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
  test('of any other come from the device’s entropy, below the number of pieces that are left', async () => {
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

describe('a table that was closed', () => {
  test('does nothing more, and waits for what was begun', async () => {
    const table = await room(engine, 'al-jabar', [you, bot]);
    const { client, host, told, device } = table;
    const move = await hinted(client);
    await host.close();
    const [said, done] = [told.length, device.calls.length];
    client.play(move);
    host.refresh();
    host.again();
    await host.cut(1);
    await turn();
    expect([told.length, device.calls.length]).toEqual([said, done]);
    expect(table.failures).toEqual([]);
  });
  test('is left one by one', async () => {
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
