// @vitest-environment node
// The page draws every piece of a finished game again, and gives the verdicts of the program and of the
// checker in Python. COSET_DEAL_FILES names a file with more games, one a line, and COSET_BIN the program
// to compare with on each of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { KeptPromise } from '../src/deal/promise.js';
import { commitmentOf, keyOf, placeOf, seatsOf } from '../src/deal/sampler.js';
import { verifyDeal, type DealVerdict } from '../src/deal/verify.js';
import type { Engine } from '../src/engine/index.js';
import { loadEngine } from './support/room.js';

type Json = Record<string, unknown>;
const linesOf = (path: string | URL) => readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Json);
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hex = (all: Uint8Array) => Buffer.from(all).toString('hex');

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** As the vectors tell it. */
const told = ({ wrong, deals, agree, first }: DealVerdict) => ({ wrong, deals, agree, first: first ?? null });

function flipped(file: Json, { field, at, to }: { field: (string | number)[]; at: number; to: string }): Json {
  const out = structuredClone(file);
  let holder = out as Record<string | number, unknown>;
  for (const key of field.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = field.at(-1)!;
  const text = holder[last] as string;
  holder[last] = text.slice(0, at) + to + text.slice(at + 1);
  return out;
}

test('the sampler agrees with the vectors', () => {
  const vectors = linesOf(new URL('../../tests/unit/fair_deal/vectors.jsonl', import.meta.url));
  for (const vector of vectors) {
    const game = BigInt(vector['game'] as string);
    const seed = bytes(vector['seed'] as string);
    const entropy = (vector['entropy'] as string[]).map(bytes);
    expect(hex(commitmentOf(game, seed))).toBe(vector['commitment']);
    const key = keyOf(game, seed, entropy);
    expect(hex(key)).toBe(vector['key']);
    expect(seatsOf(key, entropy.length)).toEqual(vector['seats']);
    for (const [number, size, place] of vector['draws'] as [string, number, number][])
      if (Number(number) < 2 ** 53) expect(placeOf(key, Number(number), size)).toBe(place);
  }
  expect(vectors.length).toBe(24);
});

describe('a finished game', () => {
  const vectors = linesOf(new URL('../../tests/system/fair_deal/games.jsonl', import.meta.url));
  const whole = vectors.filter((each) => 'file' in each).map((each) => each['file'] as Json);

  test('holds, or is wrong where a byte was flipped', () => {
    for (const each of vectors) {
      const file = (each['file'] ?? flipped(whole[each['of'] as number]!, each as never)) as Json;
      expect(told(verifyDeal(engine, JSON.stringify(file))), JSON.stringify(each)).toEqual(each['verdict']);
    }
    expect(vectors.length).toBe(72);
  });
  test('has its lot and its bytes told', () => {
    const verdict = verifyDeal(engine, JSON.stringify(whole[0]));
    expect(verdict.holds).toBe(true);
    expect([...verdict.lot].sort()).toEqual([1, 2]);
    expect(verdict.entropy).toEqual(whole[0]!['entropy']);
  });
  test('belongs to the name of its table', () => {
    expect(verifyDeal(engine, JSON.stringify({ ...whole[0], table: 'another-table' })).wrong).toBe('id');
  });
  test('is written as a server writes it', () => {
    const record = whole[0]!['record'] as string;
    const at = record.indexOf('=', record.lastIndexOf(': deal'));
    const verdict = verifyDeal(engine, JSON.stringify({ ...whole[0], record: `${record.slice(0, at)}>${record.slice(at + 1)}` }));
    expect([verdict.wrong, verdict.agree]).toEqual(['record', verdict.deals]);
  });
  test('is over, and is one at all', () => {
    for (const text of ['', 'null', '[]', '{}', JSON.stringify({ ...whole[0], over: false }), JSON.stringify({ ...whole[0], seed: 'x' })])
      expect(verifyDeal(engine, text).wrong).toBe('file');
  });
});

// What a cheating server shows, with what a client kept; promise.test.ts has what it tells before.
test('every way to cheat is found by what the page kept', () => {
  const ways = linesOf(new URL('../../tests/system/fair_deal/cheats.jsonl', import.meta.url));
  for (const way of ways) {
    const file = way['file'] as Json;
    expect(verifyDeal(engine, JSON.stringify(file), way['kept'] as KeptPromise).wrong, way['what'] as string).toBe(way['wrong']);
    // The end that was seen is another than the one of the file.
    const cut = { ...file, record: (file['record'] as string).replace(/^# seat 2.*\n/m, '') };
    if (way['wrong'] === null && cut.record !== file['record'])
      expect(verifyDeal(engine, JSON.stringify(cut), { record: file['record'] as string }).wrong).toBe('record');
  }
  expect(ways.length).toBe(18);
});

const more = process.env['COSET_DEAL_FILES'];
if (more) test('agrees with the program on every game of a file', { timeout: 3_600_000 }, () => {
  let games = 0;
  for (const file of linesOf(more!)) {
    const text = JSON.stringify(file);
    let out: string;
    try {
      out = execFileSync(process.env['COSET_BIN']!, ['verify', '-', '--json'], { input: text, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
    } catch (error) {
      out = (error as { stdout: string }).stdout;
    }
    const program = out === '' ? { wrong: 'file', deals: 0, agree: 0 } : (JSON.parse(out) as DealVerdict);
    expect(told(verifyDeal(engine, text)), text).toEqual(told(program as DealVerdict));
    ++games;
  }
  console.log(`${games} games`);
});
