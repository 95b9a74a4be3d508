// @vitest-environment node
// A store in memory keeps to what the device's own does; that one is tested in a browser.
import { expect, test } from 'vitest';
import { memoryStore } from '../src/host/memory_store.js';
import { guarded, Unkept } from '../src/host/unkept.js';
import { contract } from './support/store_contract.js';
import { full } from './support/room.js';

test.each(contract)('in memory %s', async (_promise, check) => {
  const store = memoryStore();
  await check(async () => store);
});

test('what could not be kept is told in one way, with its reason', async () => {
  const opening = (error: Error) => guarded(Promise.resolve({ ...memoryStore(), keepNote: async () => { throw error; } }));
  const failure = async (error: Error) => (await opening(error).keepNote('n', 1).catch((e: unknown) => e)) as Unkept;
  expect(await failure(full())).toBeInstanceOf(Unkept);
  expect(await failure(full())).toMatchObject({ kind: 'full', code: 'unkept.full', message: 'no room' });
  expect(await failure(new Error('the disk is gone'))).toMatchObject({ kind: 'unkept', code: 'unkept', message: 'the disk is gone' });
  const never = guarded(Promise.reject(new Error('no store')));
  await expect(never.tables()).rejects.toMatchObject({ name: 'Unkept', message: 'no store' });
});

test('a store that is being opened is waited for', async () => {
  let opened!: (store: ReturnType<typeof memoryStore>) => void;
  const store = guarded(new Promise((done) => (opened = done)));
  const listed = store.tables();
  opened(memoryStore());
  expect(await listed).toEqual([]);
});
