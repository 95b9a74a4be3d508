// A finished deal as a link, to be beaten by a friend: what was dealt, against whom, and how it went. All of it is in the part
// of the address after '#', which no server sees. Anybody can write such a link, so it is parsed strictly: what is too long, cut
// off or malformed is no challenge. What it says of the result cannot be verified.
import { nameError } from '../../app/name_rule.js';

export interface Challenge {
  seed: string;
  spec: string;
  /** The levels by seat; the player's own seat has none. */
  bots: (string | undefined)[];
  name: string;
  outcome: 'won' | 'shared' | 'lost';
  /** Pieces left, or the score of a Solitaire. */
  score: number;
  /** Hints or undo were used. */
  assisted: boolean;
  /** Pieces in the player's hand: at the start, then after each round; alone, after each turn. */
  course: number[];
}

/** Longer codes are refused before they are decoded. */
export const maxCode = 2000;
const version = '1';
/** The last line. A link that was cut off has none. */
const end = '.';
const outcomes = { w: 'won', s: 'shared', l: 'lost' } as const;
const letters = { won: 'w', shared: 's', lost: 'l' } as const;
const maxSeed = 2n ** 64n - 1n;

const encodeText = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

function decodeText(code: string): string | undefined {
  if (code.length > maxCode || !/^[\w-]+$/.test(code)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(code.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined if it does not fit a link. */
export function encodeChallenge({ seed, spec, bots, name, outcome, score, assisted, course }: Challenge): string | undefined {
  const seats = bots.map((bot) => (bot === undefined ? '-' : (/^level([1-8])$/.exec(bot)?.[1] ?? '?'))).join('');
  const code = encodeText([version, seed, spec, seats, `${letters[outcome]}${score}${assisted ? 'h' : ''}`, course.join('.'), name, end].join('\n'));
  return parseChallenge(code) ? code : undefined;
}

export function parseChallenge(code: string): Challenge | undefined {
  const lines = decodeText(code)?.split('\n') ?? [];
  const [first, seed = '', spec = '', seats = '', result = '', sizes = '', name = '', last] = lines;
  if (lines.length !== 8 || first !== version || last !== end) return undefined;
  if (!/^(0|[1-9]\d{0,19})$/.test(seed) || BigInt(seed) > maxSeed) return undefined;
  if (!/^[\x20-\x7e]{1,400}$/.test(spec) || nameError(name)) return undefined;
  // One seat is the player's.
  if (!/^[1-8]{0,7}-[1-8]{0,7}$/.test(seats)) return undefined;
  const parts = /^([wsl])(-?\d{1,4})(h?)$/.exec(result);
  if (!parts || !/^\d{1,3}(\.\d{1,3}){1,240}$/.test(sizes)) return undefined;
  return {
    seed, spec, name, outcome: outcomes[parts[1] as keyof typeof outcomes], score: Number(parts[2]), assisted: parts[3] === 'h',
    bots: [...seats].map((seat) => (seat === '-' ? undefined : `level${seat}`)),
    course: sizes.split('.').map(Number),
  };
}
