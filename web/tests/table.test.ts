// @vitest-environment node
// The worker's host and the screen's client, with the real engine and a log in memory.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../src/engine/index.js';
import { act, bot, Device, hinted, loadEngine, room, until, you } from './support/room.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

describe('a table in the worker', { timeout: 60_000 }, () => {
  for (const [spec, seats] of [
    ['al-jabar', [you, bot]],
    ['al-jabar-3', [you, bot, bot]],
    ['solitaire', [you]],
    ['mad-abel', [you, bot]],
    ['shades', [you, bot]],
  ] as const)
    test(`${spec} is played to its end, and every event is in the log before it is sent`, async () => {
      const { rows, client, told } = await room(engine, spec, [...seats]);
      for (let moves = 0; !client.over; ++moves) {
        expect(moves).toBeLessThan(200);
        await act(client, await hinted(client));
      }
      const events = told.filter((message) => message.type === 'event');
      expect(events.length).toBeGreaterThan(3);
      const log = await rows();
      for (const event of events) expect(log.find((row) => row.ply === event.ply)?.chain).toBe(event.chain);
      expect(client.head).toBe(log.at(-1)!.ply);
      engine.replay(client.over.record).free();
    });

  test('is found again as it was', async () => {
    const one = await room(engine, 'al-jabar', [you, bot]);
    await act(one.client, await hinted(one.client));
    const again = await room(engine, 'al-jabar', [you, bot], { device: one.device, info: one.info });
    await until(() => again.client.moves.length > 0);
    expect(again.client.head).toBe(one.client.head);
    expect(again.client.view).toEqual(one.client.view);
    expect(again.client.moves.map((move) => move.move)).toEqual(one.client.moves.map((move) => move.move));
  });

  test('gives way to a rival that was first', async () => {
    const one = await room(engine, 'al-jabar', [you, bot]);
    const rivals = new Device();
    for (const row of await one.rows()) await rivals.kept.append(one.info.name, row);
    const rival = await room(engine, 'al-jabar', [you, bot], { device: rivals, info: one.info });
    const mine = await hinted(one.client);
    expect(mine).not.toBe('draw');
    await act(rival.client, 'draw');
    const theirs = await rival.rows();
    // The rival's rows are in the log when this one comes with its own.
    one.device.before = async (what) => {
      if (what !== 'append') return;
      one.device.before = undefined;
      for (const row of theirs) await one.device.kept.append(one.info.name, row);
    };
    one.client.play(mine);
    await until(() => one.client.head === theirs.at(-1)!.ply);
    expect(one.client.view).toEqual(rival.client.view);
    expect(one.client.moves.map(({ move }) => move)).toEqual(rival.client.moves.map(({ move }) => move));
    expect(one.client.pending).toBeUndefined();
  });

  test('takes a Solitaire back past chance, and deals the same again', async () => {
    // Another table with the same deal tells the move: taking back is help by itself, without a hint.
    const move = await hinted((await room(engine, 'solitaire', [you])).client);
    const { client, host, rows, device, changed, info } = await room(engine, 'solitaire', [you]);
    await act(client, move);
    expect((await device.kept.table(info.name))!.assisted).toBeUndefined();
    const after = structuredClone(client.view);
    changed.length = 0;
    await host.cut(1);
    await until(() => client.head === 1);
    expect(changed, 'other tabs are notified').toEqual([info.name]);
    expect(await rows()).toHaveLength(1);
    expect((await device.kept.table(info.name))!.assisted).toBe(true);
    await until(() => client.myTurn);
    await act(client, move);
    expect(client.view).toEqual(after);
  });

  test('says why a move is refused, and forgets it', async () => {
    const { client } = await room(engine, 'al-jabar', [you, bot]);
    client.play('C=W+W');
    await until(() => client.refusal !== undefined);
    expect(client.refusal?.verdict?.legal).toBe(false);
    expect(client.pending).toBeUndefined();
    expect(client.myTurn).toBe(true);
  });
});
