import { expect, test } from 'vitest';
import { memoryStore } from '../src/host/memory_store.js';

const row = (ply: number) => ({ ply, before: 'a', chain: 'b', body: 'x' }) as never;

test('a log in memory is added to, never replaced, and can be cut', async () => {
  const store = memoryStore();
  expect(await store.append('t', row(1))).toBe(true);
  expect(await store.append('t', row(2))).toBe(true);
  expect(await store.append('t', row(2))).toBe(false);
  await store.cut('t', 1);
  expect((await store.log('t')).map((each) => each.ply)).toEqual([1]);
});

test('what is told of a table does not change with it', async () => {
  const store = memoryStore();
  const info = { name: 't', touched: 1 } as never as Parameters<typeof store.keepTable>[0];
  await store.keepTable(info);
  const before = await store.table('t');
  await store.keepTable({ ...info, assisted: true });
  expect(before?.assisted).toBeUndefined();
  expect((await store.tables())[0]?.assisted).toBe(true);
});
