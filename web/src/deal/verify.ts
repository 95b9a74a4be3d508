// Verifies that the deal of a finished game follows from its seed and all players' bytes. Gives the same verdicts as
// `coset verify`, and compares with what this client has received and sent. The engine computes the urns; the draws
// are computed here.
import { EngineError, type Engine, type Match } from '../engine/index.js';
import { botsHaveZeros, placeOfMine, type KeptPromise } from './promise.js';
import { otherThan } from './seen.js';
import { commitmentOf, idOf, keyOf, placeOf, seatsOf } from './sampler.js';

export interface DealVerdict {
  holds: boolean;
  /** The first failed check; `file` if the file cannot be checked. */
  wrong: 'file' | 'id' | 'promise' | 'commitment' | 'seed' | 'mine' | 'bots' | 'entropy' | 'deal' | 'lot' | 'record' | 'seen' | 'chain' | null;
  /** The number of deals recomputed, and how many of them agree. */
  deals: number;
  agree: number;
  /** The first deal that differs: its number from 0, its line, what was dealt, what the key draws. */
  first?: { draw: number; line: number; dealt: string; drawn: string };
  /** The number of lines after which the record differs from what the player saw. */
  other?: number;
  /** The seat of each player in joining order, unless it was a rematch. */
  lot: number[];
  /** The bytes of all players; zeros mean none. */
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
  bots: number[];
  record: string;
  ending: unknown;
  ply: unknown;
  chain: unknown;
}

/** The maximum number of events of a table. */
const maxEvents = 2500;

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Parses the response to /api/tables/NAME after the end; undefined if it is something else. */
function read(text: string): Finished | undefined {
  let file: Record<string, unknown> | null;
  try {
    file = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
  if (typeof file !== 'object' || file === null || (file['finished'] ?? file['over'] ?? true) !== true) return undefined;
  const { table, game, commitment, seed, entropy, record } = file;
  if (typeof table !== 'string' || typeof record !== 'string' || !Array.isArray(entropy)) return undefined;
  if (!isHex(game, 8) || !isHex(commitment, 32) || !isHex(seed, 32) || !entropy.every((each) => isHex(each, 16))) return undefined;
  const { ending, chain } = file;
  // Files from before 0.1.0 have `over` and `head`.
  const ply = file['ply'] ?? file['head'];
  const bots = Array.isArray(file['bots']) ? (file['bots'] as number[]) : [];
  return { table, game: BigInt(`0x${game}`), commitment, seed: bytesOf(seed), entropy: entropy as string[], bots, record, ending, ply, chain };
}

/** Whether the game is over after its last line: by the rules, or by agreement, forfeit or limit. */
function finished({ bots, record, ending, ply }: Finished, match: Match, seats: number): boolean {
  const state = match.state();
  if (state.over) return state.ending === ending;
  if (state.to_deal !== null) return false;
  const says = (line: string) => record.includes(`\n${line}\n`);
  if (ending === 'agreed') return says('# finished by agreement');
  if (ending === 'limit') return typeof ply === 'number' && ply >= maxEvents;
  if (ending !== 'forfeit') return false;
  const left = Array.from({ length: seats }, (_, i) => i + 1).filter((seat) => !says(`# seat ${seat} forfeited`));
  return left.length < seats && (left.length <= 1 || left.every((seat) => bots.includes(seat)));
}

function moveLines(record: string): Line[] {
  return record
    .split('\n')
    .map((text, i) => ({ text, number: i + 1, deal: text.includes(': deal') }))
    .filter(({ text, number }) => number > 2 && text !== '' && !text.startsWith('#') && !text.startsWith('position '));
}

/** Replays the record as far as it is valid; `whole`: all of it is. */
function replay(engine: Engine, record: string): { match: Match | undefined; whole: boolean } {
  try {
    const match = engine.replay(record);
    const plain = record.split('\n').filter((line) => !line.startsWith('#')).join('\n');
    return { match, whole: match.record() === plain };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
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
const mostAgree = ({ deals, agree }: Share) => 2 * agree >= deals;

/** Recomputes every draw: continues with what the record dealt, or (`byKey`) with what the key deals, as far as possible. */
function follow(recorded: Match, lines: Line[], plies: number, key: Uint8Array, byKey: boolean): Share {
  const out: Share = { deals: 0, agree: 0 };
  let match = recorded.first(0);
  /** The line that the key produces. */
  const draw = (): string => {
    match.deal(placeOf(key, out.deals, match.urn()));
    return match.record().split('\n').at(-2)!;
  };
  const compare = (line: Line): boolean => {
    const drawn = draw();
    const draws = out.deals++;
    if (drawn === line.text) {
      ++out.agree;
      return true;
    }
    out.first ??= { draw: draws, line: line.number, dealt: line.text.slice(8), drawn: drawn.slice(8) };
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
    // The record becomes invalid at a deal: compares what it should be.
    const next = lines[plies];
    if (!byKey && next?.deal && match.urn() > 0) compare(next);
  } catch (error) {
    if (!byKey || !(error instanceof EngineError)) throw error;
  } finally {
    match.free();
  }
  return out;
}

/** Verifies the text of a file. */
export function verifyDeal(engine: Engine, text: string, kept: KeptPromise = {}): DealVerdict {
  const game = read(text);
  if (!game) return { holds: false, wrong: 'file', deals: 0, agree: 0, lot: [], entropy: [] };
  const key = keyOf(game.game, game.seed, game.entropy.map(bytesOf));
  const lines = moveLines(game.record);
  const { match, whole } = replay(engine, game.record);
  let over = whole && (kept.record ?? game.record) === game.record;
  let share: Share = { deals: 0, agree: 0 };
  let lot: number[] = [];
  let mostly = true;
  if (match) {
    const { plies, spec } = match.state();
    lot = seatsOf(key, engine.spec(spec).seats).map((seat) => seat + 1);
    over &&= finished(game, match, lot.length);
    share = follow(match, whole ? lines.slice(0, plies) : lines, plies, key, false);
    mostly = mostAgree(share) || mostAgree(follow(match, lines, plies, key, true));
    match.free();
  }
  const all = share.agree === share.deals;
  const mine = kept.place === undefined ? undefined : placeOfMine(game.entropy, kept);
  const other = over && kept.seen ? otherThan(engine, game.record, kept.seen) : undefined;
  let wrong: DealVerdict['wrong'] = null;
  if (idOf(game.table) !== game.game) wrong = 'id';
  else if ((kept.commitment ?? game.commitment) !== game.commitment) wrong = 'promise';
  else if (hexOf(commitmentOf(game.game, game.seed)) !== game.commitment) wrong = all ? 'commitment' : 'seed';
  else if (mine === 0) wrong = 'mine';
  else if (match && !botsHaveZeros(game.entropy, lot.length, game.bots, kept.seat === undefined ? kept.rematch : false, lot)) wrong = 'bots';
  else if (!all) wrong = mostly ? 'deal' : 'entropy';
  else if (mine !== undefined && kept.seat !== undefined && lot[mine - 1] !== kept.seat) wrong = 'lot';
  else if (!over) wrong = 'record';
  else if (other !== undefined) wrong = 'seen';
  else if ((kept.chain ?? game.chain) !== game.chain) wrong = 'chain';
  const { first, deals, agree } = share;
  return { holds: wrong === null, wrong, deals, agree, ...(first ? { first } : {}), ...(other === undefined ? {} : { other }), lot, entropy: game.entropy };
}
