// Derives draws from a key; docs/fair-deals.md specifies every byte. The hash functions and the cipher come from a
// library, because Web Crypto is not available to pages loaded over plain HTTP.
import { chacha20 } from '@noble/ciphers/chacha.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** 8 bytes, little-endian. */
function number8(value: bigint): Uint8Array {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, value, true);
  return out;
}

export function commitmentOf(game: bigint, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8ToBytes('coset1'), number8(game), seed));
}

export function keyOf(game: bigint, seed: Uint8Array, entropy: Uint8Array[]): Uint8Array {
  return hmac(sha256, seed, concatBytes(number8(game), ...entropy));
}

/** The game id derived from a table's name. */
export function idOf(table: string): bigint {
  const digest = blake2b(utf8ToBytes(`coset-name\n${table}`), { dkLen: 16 });
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true);
}

function* words(key: Uint8Array, draw: bigint): Generator<number, never> {
  const nonce = concatBytes(new Uint8Array(4), number8(draw));
  for (let counter = 0; ; ++counter) {
    const block = chacha20(key, nonce, new Uint8Array(64), undefined, counter);
    const view = new DataView(block.buffer, block.byteOffset);
    for (let at = 0; at < 64; at += 4) yield view.getUint32(at, true);
  }
}

/** The first word below the largest multiple of `size`, modulo `size`. */
function below(stream: Generator<number, never>, size: number): number {
  const limit = Math.floor(2 ** 32 / size) * size;
  for (;;) {
    const { value } = stream.next();
    if (value < limit) return value % size;
  }
}

/** The index that draw `number` takes among `size` pieces. */
export function placeOf(key: Uint8Array, number: number, size: number): number {
  return below(words(key, BigInt(number)), size);
}

/** The seat, from 0, of each player in joining order. */
export function seatsOf(key: Uint8Array, people: number): number[] {
  const out = Array.from({ length: people }, (_, i) => i);
  const stream = words(key, 1n << 63n);
  for (let left = people; left > 1; --left) {
    const other = below(stream, left);
    [out[left - 1], out[other]] = [out[other]!, out[left - 1]!];
  }
  return out;
}
