// Entropy that nobody can foresee, from the device.

/** So many random bytes in hex: a token, an id, a name. */
export const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');

/** Uniform below a bound: what is too high to be fair is drawn again. */
export function below(bound: number): number {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0]! >= limit);
  return word[0]! % bound;
}

/** The seed of something new. */
export const freshSeed = (): string => String(below(2 ** 32));
