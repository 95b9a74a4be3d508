// The fills of pieces beyond the eight colours. Colour is never the only cue: the name and the form
// say the same. The rules:
// - a coordinate has its primary: red, yellow, blue, then greys; (red, blue) for two coordinates of threes;
// - a petal with digit d of 1..k-1 is its primary lightened: 1 is light, k-1 is full;
// - a body mixes its petals by their digits and is light, so that ink can be read on it;
// - elements of other groups go once round the circle of hues in the order of their group.

export const primaries = ['--piece-r', '--piece-y', '--piece-b', '--petal-4', '--petal-5', '--petal-6'];

const mixed = (first: string, percent: number, second: string): string =>
  `color-mix(in srgb, ${first} ${Math.round(percent)}%, ${second})`;

/** Which primary each coordinate has. */
export function primariesFor(moduli: number[]): string[] {
  if (moduli.length === 2 && moduli.every((m) => m === 3)) return [primaries[0]!, primaries[2]!];
  return moduli.map((_, i) => primaries[i % primaries.length]!);
}

export function shadeOf(primary: string, digit: number, modulus: number): string {
  if (digit === modulus - 1) return `var(${primary})`;
  const share = modulus > 2 ? (digit - 1) / (modulus - 2) : 1;
  return mixed(`var(${primary})`, 40 + 60 * share, 'white');
}

export function bodyTint(moduli: number[], digits: number[]): string {
  const colours = primariesFor(moduli);
  const shares = digits.map((digit, i) => digit / (moduli[i]! - 1));
  let colour = '';
  let weight = 0;
  digits.forEach((digit, i) => {
    if (digit === 0) return;
    const own = `var(${colours[i]})`;
    colour = colour === '' ? own : mixed(colour, (100 * weight) / (weight + shares[i]!), own);
    weight += shares[i]!;
  });
  const support = digits.filter((digit) => digit > 0).length;
  return mixed(colour, 24 + (26 * weight) / support, 'white');
}

/** Element `index` of `count` on the circle of hues; `deep` for the darker half of a group. */
export function hue(index: number, count: number, deep = false): string {
  const degrees = Math.round((360 * index) / Math.max(1, count)) + 25;
  return `oklch(${deep ? '74%' : '88%'} ${deep ? 0.11 : 0.075} ${degrees % 360})`;
}

/** For names of which no order is known. */
export function hashHue(name: string): string {
  let hash = 2166136261;
  for (const sign of name) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16777619) >>> 0;
  return hue(hash % 24, 24, (hash >>> 8) % 2 === 1);
}
