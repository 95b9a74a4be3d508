// @vitest-environment node
// A store in memory keeps to what the device's own does; that one is tested in a browser.
import { expect, test } from 'vitest';
import { memoryStore } from '../src/worker/memory_store.js';
import { guarded, StorageError } from '../src/worker/storage_error.js';
import { contract } from './support/store_contract.js';
import { full } from './support/room.js';

test.each(contract)('in memory %s', async (_promise, check) => {
  const store = memoryStore();
  await check(async () => store);
});

test('what could not be stored is reported in one way, with its reason', async () => {
  const opening = (error: Error) => guarded(Promise.resolve({ ...memoryStore(), keepNote: async () => { throw error; } }));
  const failure = async (error: Error) => (await opening(error).keepNote('n', 1).catch((e: unknown) => e)) as StorageError;
  expect(await failure(full())).toBeInstanceOf(StorageError);
  expect(await failure(full())).toMatchObject({ kind: 'storage_full', code: 'storage.full', message: 'no room' });
  expect(await failure(new Error('the disk is gone'))).toMatchObject({ kind: 'not_saved', code: 'storage.not_saved', message: 'the disk is gone' });
  const never = guarded(Promise.reject(new Error('no store')));
  await expect(never.tables()).rejects.toMatchObject({ name: 'StorageError', message: 'no store' });
});

test('a store that is being opened is waited for', async () => {
  let opened!: (store: ReturnType<typeof memoryStore>) => void;
  const store = guarded(new Promise((done) => (opened = done)));
  const listed = store.tables();
  opened(memoryStore());
  expect(await listed).toEqual([]);
});
