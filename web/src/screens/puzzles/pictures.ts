// What a kind of puzzle looks like: pieces, cards and signs in a row. `?` is an empty place.
const pictures: Record<string, string> = {
  'best-exchange': 'O P = G',
  'reach-one': 'B P › R',
  'make-fewest': '? ? = W',
  'make-most': '? ? ? = G',
  'three-clears': 'C C C',
  possible: 'Y B = ?',
  'five-move': '13 › 1',
  'empty-hand': 'h3 s5 d9',
  'no-answer': 'sK hJ ?',
  repair: 'R Y ≠ P',
};

export interface Part {
  kind: 'piece' | 'card' | 'empty' | 'sign';
  text: string;
}
const kindOf = (text: string): Part['kind'] =>
  text === '?' ? 'empty' : /^[RYBOGPWC]$/.test(text) ? 'piece' : /^[hsdc](10|[2-9AJQK])$/.test(text) ? 'card' : 'sign';

/** A kind that is new here has an empty place. */
export const pictureOf = (kind: string): Part[] => (pictures[kind] ?? '?').split(' ').map((text) => ({ kind: kindOf(text), text }));
