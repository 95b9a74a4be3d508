// Whether the deal of a finished game is what its seed and everybody's bytes make of it: the same
// verdicts as `coset verify`. What lies in an urn the engine says, which draws nothing itself.
import { Refusal, type Engine, type Match } from '../engine/index.js';
import { commitmentOf, idOf, keyOf, placeOf, seatsOf } from './sampler.js';

export interface DealVerdict {
  holds: boolean;
  /** The first thing that is wrong; `file` if there is nothing that could be checked. */
  wrong: 'file' | 'id' | 'commitment' | 'seed' | 'entropy' | 'deal' | 'record' | null;
  /** How many deals were drawn again, and how many of them agree. */
  deals: number;
  agree: number;
  /** The first deal that does not: its number from 0, its line, what was dealt, what is drawn. */
  first?: { draw: number; line: number; dealt: string; drawn: string };
  /** The seat of each who joined, unless it was a rematch. */
  lot: number[];
  /** Everybody's bytes; zeros are none. */
  entropy: string[];
}

interface Line {
  text: string;
  number: number;
  deal: boolean;
}
interface Finished {
  table: string;
  game: bigint;
  commitment: string;
  seed: Uint8Array;
  entropy: string[];
  record: string;
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What a server answers to /api/tables/NAME after the end; nothing if it is something else. */
function read(text: string): Finished | undefined {
  let file: Record<string, unknown> | null;
  try {
    file = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
  if (typeof file !== 'object' || file === null || (file['over'] ?? true) !== true) return undefined;
  const { table, game, commitment, seed, entropy, record } = file;
  if (typeof table !== 'string' || typeof record !== 'string' || !Array.isArray(entropy)) return undefined;
  if (!isHex(game, 8) || !isHex(commitment, 32) || !isHex(seed, 32) || !entropy.every((each) => isHex(each, 16))) return undefined;
  return { table, game: BigInt(`0x${game}`), commitment, seed: bytesOf(seed), entropy: entropy as string[], record };
}

function moveLines(record: string): Line[] {
  return record
    .split('\n')
    .map((text, i) => ({ text, number: i + 1, deal: text.includes(': deal') }))
    .filter(({ text, number }) => number > 2 && text !== '' && !text.startsWith('#') && !text.startsWith('position '));
}

/** The record as far as it can be played, and whether that is all of it. */
function replay(engine: Engine, record: string): { match: Match | undefined; whole: boolean } {
  try {
    const match = engine.replay(record);
    const plain = record.split('\n').filter((line) => !line.startsWith('#')).join('\n');
    return { match, whole: match.record() === plain };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const before = new TextDecoder().decode(new TextEncoder().encode(record).slice(0, error.offset));
    try {
      return { match: engine.replay(record.slice(0, before.lastIndexOf('\n') + 1)), whole: false };
    } catch {
      return { match: undefined, whole: false };
    }
  }
}

interface Share {
  deals: number;
  agree: number;
  first?: DealVerdict['first'] & object;
}
const most = ({ deals, agree }: Share) => 2 * agree >= deals;

/** Draws every piece again: after what the record has dealt, or after what the key deals, as far as that goes. */
function follow(recorded: Match, lines: Line[], plies: number, key: Uint8Array, byKey: boolean): Share {
  const out: Share = { deals: 0, agree: 0 };
  let match = recorded.first(0);
  /** The line that the key would have made. */
  const draw = (): string => {
    match.deal(placeOf(key, out.deals, match.urn()));
    return match.record().split('\n').at(-2)!;
  };
  const compare = (line: Line): boolean => {
    const told = draw();
    const draws = out.deals++;
    if (told === line.text) {
      ++out.agree;
      return true;
    }
    out.first ??= { draw: draws, line: line.number, dealt: line.text.slice(8), drawn: told.slice(8) };
    return false;
  };
  try {
    for (let i = 0; i < plies; ++i) {
      const line = lines[i]!;
      if (!line.deal) {
        const [seat = '0', move = ''] = line.text.split(/: (.*)/s);
        match.play(Number(seat), move);
      } else if (match.urn() === 0) {
        break;
      } else if (!compare(line) && !byKey) {
        match.free();
        match = recorded.first(i + 1);
      }
    }
    // A record that breaks at a deal: what should stand there?
    const next = lines[plies];
    if (!byKey && next?.deal && match.urn() > 0) compare(next);
  } catch (error) {
    if (!byKey || !(error instanceof Refusal)) throw error;
  } finally {
    match.free();
  }
  return out;
}

/** Of the text of a file. */
export function verifyDeal(engine: Engine, text: string): DealVerdict {
  const game = read(text);
  if (!game) return { holds: false, wrong: 'file', deals: 0, agree: 0, lot: [], entropy: [] };
  const key = keyOf(game.game, game.seed, game.entropy.map(bytesOf));
  const lines = moveLines(game.record);
  const { match, whole } = replay(engine, game.record);
  let share: Share = { deals: 0, agree: 0 };
  let lot: number[] = [];
  let mostly = true;
  if (match) {
    const { plies, spec } = match.state();
    lot = seatsOf(key, engine.spec(spec).seats).map((seat) => seat + 1);
    share = follow(match, whole ? lines.slice(0, plies) : lines, plies, key, false);
    mostly = most(share) || most(follow(match, lines, plies, key, true));
    match.free();
  }
  const all = share.agree === share.deals;
  let wrong: DealVerdict['wrong'] = whole ? null : 'record';
  if (idOf(game.table) !== game.game) wrong = 'id';
  else if (hexOf(commitmentOf(game.game, game.seed)) !== game.commitment) wrong = all ? 'commitment' : 'seed';
  else if (!all) wrong = mostly ? 'deal' : 'entropy';
  const { first, deals, agree } = share;
  return { holds: wrong === null, wrong, deals, agree, ...(first ? { first } : {}), lot, entropy: game.entropy };
}
