// BLAKE2b with 16 bytes of output: the hash function of every table's chain. Web Crypto has no BLAKE2b.
import { blake2b } from '@noble/hashes/blake2.js';

export function digest(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 16 });
}
