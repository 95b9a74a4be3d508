// The challenge that a finished game makes. Only a deal whose seed may be disclosed: played on this device, alone or against
// bots. The deals of a server have seeds of another kind.
import { ownName } from '../../app/names.js';
import { href } from '../../app/router.svelte.js';
import { sizesOf } from '../../engine/notation.js';
import { host } from '../../worker/host.js';
import type { Move } from '../../table/client.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { courseOf } from '../table/story.js';
import { encodeChallenge, type Challenge } from './link.js';

/** Alone there are no rounds: a turn ends with an exchange or a pass, and draws belong to it. */
const turnsOf = (moves: readonly Move[], start: number): number[] =>
  [start, ...moves.flatMap(({ move, sizes }) => (move === 'draw' || sizes.length === 0 ? [] : [sizes[0]!]))];

export function outcomeOf({ active, facts }: TableSession, start: number): Pick<Challenge, 'outcome' | 'score' | 'course'> {
  const { over, view, you, moves, seats } = active;
  const winners = over?.winners ?? [];
  return {
    outcome: !winners.includes(you) ? 'lost' : winners.length > 1 ? 'shared' : 'won',
    score: facts.game === 'solitaire' ? (over?.scores[0] ?? 0) : (sizesOf(view!)[you - 1] ?? 0),
    course: facts.seats === 1 ? turnsOf(moves, start) : courseOf(moves, seats.length, start).rounds.map((sizes) => sizes[you - 1] ?? 0),
  };
}

/** Whether the deal of this game can be sent. */
export function canChallenge({ active, clients, info }: TableSession): boolean {
  const { seats, start } = info.setup;
  return (
    !active.far && clients.length === 1 && info.seed !== undefined && !info.first && start === undefined &&
    active.over !== undefined && active.over.ending !== 'forfeit' && seats.every((seat, i) => (seat.bot === undefined) === (i + 1 === active.you))
  );
}

/** The same rules in fewer words: what the engine adds by itself is left out, but not the version of the rules. */
async function shortSpec(spec: string): Promise<string> {
  let words = spec.split(' ');
  for (const word of words.slice(1).reverse()) {
    if (word.startsWith('rules=')) continue;
    const fewer = words.filter((each) => each !== word);
    const same = await host.call.spec(fewer.join(' ')).then((facts) => facts.spec === spec, () => false);
    if (same) words = fewer;
  }
  return words.join(' ');
}

/** Undefined if it is no game to be sent, or too long for a link. */
export async function linkOf(session: TableSession, start: number): Promise<string | undefined> {
  if (!canChallenge(session)) return undefined;
  const { seed, setup, name } = session.info;
  const [spec, kept] = await Promise.all([shortSpec(setup.spec), host.call.table(name)]);
  const code = encodeChallenge({
    seed: seed!, spec, name: ownName(), assisted: kept?.assisted ?? false, bots: setup.seats.map((seat) => seat.bot), ...outcomeOf(session, start),
  });
  return code && location.href.replace(/#.*$/s, '') + href('challenge', code);
}
