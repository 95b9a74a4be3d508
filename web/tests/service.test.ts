// @vitest-environment node
// The worker from outside: messages in, messages out.
import { beforeAll, describe, expect, test } from 'vitest';
import { digest, Engine, type FromClient } from '../src/engine/index.js';
import type { Calls, NewTable } from '../src/worker/rpc.js';
import { startService } from '../src/worker/service.js';
import type { FromWorker } from '../src/worker/messages.js';
import type { TableInfo } from '../src/worker/store.js';
import { Device, full, loadEngine, turn, until, you } from './support/room.js';
import { engineModule } from './support/wasm.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function open(more: { engine?: Engine; device?: Device; pause?: () => Promise<void> } = {}) {
  const { device = new Device() } = more;
  const posted: FromWorker[] = [];
  const tabs: string[] = [];
  const service = startService({
    engine: more.engine ?? engine,
    store: device.store,
    keeps: async () => false,
    now: () => 1000,
    chance: () => 0,
    pause: more.pause ?? turn,
    patience: 100_000,
    post: (message) => posted.push(structuredClone(message)),
    tellTabs: (table) => tabs.push(table),
  });
  let [next, moves] = [0, 0];
  /** What the worker answers to a call. */
  const ask = async <T = unknown>(name: keyof Calls, ...values: unknown[]) => {
    const id = ++next;
    service.handle({ kind: 'call', id, name, values });
    const answer = () => posted.find((each) => (each.kind === 'done' || each.kind === 'refused') && each.id === id);
    await until(() => answer() !== undefined);
    return answer() as unknown as { kind: string; value: T; code: string; text: string };
  };
  const newTable = async (spec = 'solitaire', seats: NewTable['seats'] = [you]) =>
    (await ask<TableInfo>('newTable', { spec, seats, seed: '11' })).value;
  /** Sits down as the first person of a table. */
  const sit = async (connection: number, info: TableInfo) => {
    service.handle({ kind: 'open', connection, table: info.name });
    say(connection, { type: 'hello', proto: 1, table: info.name, token: info.setup.seats[0]!.token! });
    await until(() => toldTo(connection).includes('snapshot'));
  };
  const say = (connection: number, message: FromClient) => service.handle({ kind: 'say', connection, message });
  const to = <K extends FromWorker['kind']>(kind: K, connection: number) =>
    posted.filter((each): each is Extract<FromWorker, { kind: K; connection: number }> => each.kind === kind && 'connection' in each && each.connection === connection);
  const toldTo = (connection: number) => to('told', connection).map(({ message }) => message.type as string);
  const hint = async (connection: number) => {
    const before = toldTo(connection).filter((type) => type === 'hint').length;
    say(connection, { type: 'hint', level: 5 });
    await until(() => toldTo(connection).filter((type) => type === 'hint').length > before);
    return to('told', connection).map(({ message }) => message).findLast((message) => message.type === 'hint')!;
  };
  /** Plays what the hint says. */
  const play = async (connection: number) => {
    const found = await hint(connection);
    if (found.type !== 'hint' || !found.move) throw new Error('no move');
    say(connection, { type: 'move', id: (++moves).toString(16).padStart(16, '0'), base_ply: found.head, move: found.move });
  };
  return { service, device, posted, tabs, ask, newTable, sit, say, to, toldTo, play };
}

describe('a call', () => {
  test('is answered, or refused with a code', async () => {
    const { ask } = open();
    expect((await ask<{ group: string }>('spec', 'al-jabar')).value).toMatchObject({ group: 'Z2^3', seats: 2 });
    expect(await ask('spec', 'chess')).toMatchObject({ kind: 'refused', code: expect.stringContaining('.') });
    expect(await ask('newTable', { spec: 'al-jabar', seats: [you] })).toMatchObject({ kind: 'refused', code: 'seats' });
    expect((await ask('keeps')).value).toBe(false);
  });
  test('that could not keep something says whether there is room', async () => {
    const { ask, device } = open();
    device.fails = () => full();
    expect(await ask('keepNote', 'n', 1)).toMatchObject({ kind: 'refused', code: 'storage.full', text: 'no room' });
    device.fails = () => new Error('the disk is gone');
    expect(await ask('keepNote', 'n', 1)).toMatchObject({ kind: 'refused', code: 'storage.not_saved' });
  });
  test('makes a table that is kept, with secrets for people and none for bots', async () => {
    const { ask, device } = open();
    const made = (await ask<TableInfo>('newTable', { spec: 'al-jabar', seats: [you, { bot: 'level3', name: 'Niels' }], goal: 4, daily: '2026-11-15' })).value;
    expect(await device.kept.table(made.name)).toEqual(made);
    expect(made.setup.seats).toEqual([
      { name: 'Emmy', token: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { name: 'Niels', bot: 'level3' },
    ]);
    expect(made).toMatchObject({ game: 'al-jabar', group: 'Z2^3', goal: 4, daily: '2026-11-15', setup: { table: made.name, hints: true, grace: 0 } });
    expect(made.seed).toBeUndefined();
    expect(made.name).toMatch(/^al-jabar-[0-9a-f]{12}$/);
  });
  test('that thinks for long lets others in between, and is given up when nobody waits', async () => {
    const match = engine.match('al-jabar');
    for (let size; (size = match.urn()) > 0; ) match.deal(size - 1);
    const record = match.record();
    const { service, ask, posted } = open();
    service.handle({ kind: 'call', id: 99, name: 'opinion', values: [record, record.split('\n').length - 3, 'strong'] });
    expect((await ask('about')).kind).toBe('done');
    expect(posted.some((each) => 'id' in each && each.id === 99)).toBe(false);
    const begun = performance.now();
    service.handle({ kind: 'stop', id: 99 });
    await until(() => posted.some((each) => 'id' in each && each.id === 99));
    expect(posted.find((each) => 'id' in each && each.id === 99)).toMatchObject({ kind: 'refused', code: 'stopped' });
    expect(performance.now() - begun).toBeLessThan(100);
    service.handle({ kind: 'stop', id: 99 });
  });
});

describe('a table', () => {
  test('that is not kept here is refused', async () => {
    const { service, to } = open();
    service.handle({ kind: 'open', connection: 1, table: 'nope' });
    await until(() => to('closed', 1).length > 0);
    expect(to('closed', 1)[0]).toMatchObject({ text: 'This device has no such table.' });
    service.handle({ kind: 'say', connection: 2, message: { type: 'heartbeat', head: 1 } as never });
    service.handle({ kind: 'close', connection: 2 });
  });
  test('is opened once for all who sit at it, and again after the last has left', async () => {
    const { service, device, newTable, sit } = open();
    const info = await newTable();
    await sit(1, info);
    await sit(2, info);
    const opened = () => device.calls.filter((call) => call === 'log').length;
    expect(opened()).toBe(1);
    service.handle({ kind: 'close', connection: 1 });
    await sit(3, info);
    expect(opened()).toBe(1);
    for (const connection of [2, 3]) service.handle({ kind: 'close', connection });
    await turn();
    await sit(4, info);
    expect(opened()).toBe(2);
  });
  test('tells the other tabs what it has added, and hears them', async () => {
    const device = new Device();
    const [one, other] = [open({ device }), open({ device })];
    const info = await one.newTable();
    await one.sit(1, info);
    await other.sit(1, info);
    const before = one.tabs.length;
    await one.play(1);
    await until(() => one.tabs.length > before);
    expect(new Set(one.tabs)).toEqual(new Set([info.name]));
    const seen = other.toldTo(1).length;
    other.service.changed(info.name);
    other.service.changed('another table');
    await until(() => other.toldTo(1).length > seen);
  });
  test('that cannot store a move tells everybody at it and nobody else, and tries again when one asks', async () => {
    const { device, service, newTable, sit, play, to } = open();
    const [info, elsewhere] = [await newTable(), await newTable()];
    await sit(1, info);
    await sit(2, info);
    await sit(3, elsewhere);
    device.fails = (what) => (what === 'append' ? full() : undefined);
    await play(1);
    await until(() => to('linkError', 2).length > 0);
    expect([1, 2, 3].map((connection) => to('linkError', connection).map(({ linkError }) => linkError?.kind))).toEqual([['storage_full'], ['storage_full'], []]);
    device.fails = undefined;
    service.handle({ kind: 'retry', connection: 2 });
    await until(() => to('linkError', 1).length > 1);
    expect(to('linkError', 1).at(-1)!.linkError).toBeUndefined();
  });
  test('whose log cannot be understood is closed with the reason', async () => {
    const { device, newTable, service, to } = open();
    const info = await newTable();
    await device.kept.append(info.name, { ply: 1, before: '0'.repeat(32), chain: '1'.repeat(32), body: 'nonsense' });
    service.handle({ kind: 'open', connection: 1, table: info.name });
    await until(() => to('closed', 1).length > 0);
    expect(to('closed', 1)[0]!.text).not.toBe('');
  });
  test('is taken back, forgotten, and forgotten with all others', async () => {
    const { ask, device, newTable, sit, play, toldTo } = open();
    const [info, other] = [await newTable(), await newTable()];
    await sit(1, info);
    await play(1);
    await until(() => toldTo(1).includes('event'));
    expect((await device.kept.log(info.name)).length).toBeGreaterThan(1);
    expect((await ask('cutTable', info.name, 1)).kind).toBe('done');
    expect(await device.kept.log(info.name)).toHaveLength(1);
    const values = [[0, { seat: 1, measure: 'score', judged: 1, moves: [] }]];
    await ask('keepReview', 'the record', info.name, values);
    expect((await ask('keptReview', 'the record')).value).toEqual(values);
    await ask('forgetTable', info.name);
    expect((await ask('keptReview', 'the record')).value).toEqual([]);
    expect((await device.kept.tables()).map(({ name }) => name)).toEqual([other.name]);
    expect(await device.kept.log(info.name)).toEqual([]);
    await sit(2, other);
    await ask('forgetAll');
    expect(await device.kept.tables()).toEqual([]);
    await turn();
    expect(await device.kept.log(other.name)).toEqual([]);
  });
  test('that was forgotten stays so, whatever is still said at it', async () => {
    const { ask, device, newTable, sit, say, to } = open();
    const info = await newTable();
    await sit(1, info);
    await ask('forgetTable', info.name);
    const told = to('told', 1).length;
    say(1, { type: 'hint', level: 1 });
    await until(() => to('closed', 1).length + to('told', 1).length > told);
    await turn();
    expect(to('closed', 1).map(({ text }) => text)).toEqual(['This device has no such table.']);
    expect(await device.kept.tables()).toEqual([]);
    expect(await device.kept.log(info.name)).toEqual([]);
  });
  test('of the tutorial goes on when the page says that the coach is read', async () => {
    const { ask, sit, say, to } = open();
    await ask('setPace', 0);
    const info = (await ask<TableInfo>('newTable', { spec: 'al-jabar', seats: [you, { bot: 'level1' }], first: true })).value;
    await sit(1, info);
    const plies = () => to('told', 1).flatMap(({ message }) => (message.type === 'event' ? [message.ply] : []));
    const { ply } = to('told', 1).map(({ message }) => message).find((message) => message.type === 'snapshot') as { ply: number };
    say(1, { type: 'move', id: '1'.repeat(16), base_ply: ply, move: 'O+P=G' });
    await until(() => plies().length === 1);
    for (let i = 0; i < 10; ++i) await turn();
    expect(plies()).toEqual([ply + 1]);
    await ask('readCoach', info.name, ply + 1);
    await until(() => plies().length === 2);
  });
  test('for a rematch is a new one, with new chance and the seats turned', async () => {
    const { ask, device, newTable, sit, say, play, to, toldTo } = open();
    await ask('setPace', 0);
    const info = await newTable('mad-abel Z4xZ5 seats=2', [you, { bot: 'greedy' }]);
    await sit(1, info);
    const turnOf = () => to('told', 1).map(({ message }) => message).findLast((message) => message.type === 'event' || message.type === 'snapshot');
    while (!toldTo(1).includes('game_over')) {
      await until(() => toldTo(1).includes('game_over') || (turnOf() as { turn: number }).turn === 1);
      if (toldTo(1).includes('game_over')) break;
      const seen = toldTo(1).length;
      await play(1);
      await until(() => toldTo(1).slice(seen).some((type) => type === 'event' || type === 'game_over'));
    }
    say(1, { type: 'offer', what: 'rematch' });
    await until(() => toldTo(1).includes('rematch_ready'));
    const next = (await device.kept.tables()).find((table) => table.name !== info.name)!;
    expect(next.seed).toMatch(/^\d+$/);
    expect(next.seed).not.toBe(info.seed);
    expect(next.setup.table).toBe(next.name);
    expect(next.setup.seats.map((seat) => seat.bot)).toEqual(['greedy', undefined]);
  });
});

describe('an engine that has stopped', () => {
  test('is reported to the page, by calls and by tables', async () => {
    let traps = false;
    const fragile = await Engine.load(await engineModule(), (bytes) => {
      if (traps) throw new Error('trap');
      return digest(bytes);
    });
    const { posted, newTable, sit, play, ask, to } = open({ engine: fragile });
    const info = await newTable();
    await sit(1, info);
    const stopped = () => posted.filter((each) => each.kind === 'broken').length;
    traps = true;
    await play(1);
    await until(() => stopped() === 1);
    expect(to('closed', 1), 'not this table alone').toEqual([]);
    expect(await ask('about')).toMatchObject({ kind: 'refused', code: 'broken' });
    expect(stopped()).toBe(2);
  });
});
