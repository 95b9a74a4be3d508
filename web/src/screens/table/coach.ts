// What the coach of the first game says, and what is to be touched next. On the path by the number of decisions;
// beside it by what happens.
import { firstPath, stepOf } from '../../worker/tutorial_game.js';
import type { Move } from '../../table/client.svelte.js';
import { countOf, type Selection } from '../../table/selection.js';

export type Target = { where: 'hand' | 'board'; name: string } | { where: 'do' | 'bag' };
export interface Advice {
  /** Of the strings: coach.ID and coach.ID.more. */
  id:
    | 'begin' | 'touch' | 'watch' | 'take' | 'two' | 'find' | 'gone' | 'draw' | 'three' | 'clear' | 'last'
    | 'uneven' | 'fair' | 'vanish' | 'drew' | 'final' | 'free';
  ring?: Target;
  /** A ring that comes only after some seconds: the player finds it alone at first. */
  patient?: boolean;
  /** The text would be gone before it is read: it stays until the player goes on. */
  waits?: boolean;
}
export interface Situation {
  moves: readonly Move[];
  myTurn: boolean;
  selection: Selection;
  /** What is chosen on both sides does not make the same. */
  uneven: boolean;
  final: boolean;
  /** The first words are read. */
  begun: boolean;
  /** The sum of the first pieces was watched. */
  watched: boolean;
}

/** The next thing to touch for a trade; undefined if something else was chosen. */
function nextOf(trade: string, { give, take }: Selection): Target | undefined {
  const [wantGive = [], wantTake = []] = trade.split('=').map((side) => side.split('+'));
  const odd = (list: readonly string[], want: string[]) => list.some((name) => countOf(list, name) > countOf(want, name));
  if (odd(give, wantGive) || odd(take, wantTake)) return undefined;
  const lacking = (list: readonly string[], want: string[]) => want.find((name) => countOf(list, name) < countOf(want, name));
  const [mine, theirs] = [lacking(give, wantGive), lacking(take, wantTake)];
  if (mine !== undefined) return { where: 'hand', name: mine };
  return theirs !== undefined ? { where: 'board', name: theirs } : { where: 'do' };
}

export function adviceOf(at: Situation): Advice {
  const advice = spoken(at);
  // What is said in one's own turn stays until one acts; some of it goes on into the other's turn, or the other way round.
  const waits = advice.id === 'begin' || advice.id === 'watch' || (!at.myTurn && !['three', 'fair', 'free'].includes(advice.id));
  return waits ? { ...advice, waits } : advice;
}

function spoken(at: Situation): Advice {
  const step = stepOf(at.moves.map((move) => move.move));
  if (at.uneven) return { id: 'uneven' };
  if (step === undefined) return beside(at);
  const trade = firstPath[step] ?? '';
  const ring = at.myTurn && trade.includes('=') ? nextOf(trade, at.selection) : undefined;
  const ringed = ring ? { ring } : {};
  switch (step) {
    case 0:
      if (!at.begun && at.selection.give.length === 0) return { id: 'begin' };
      if (ring === undefined || ring.where === 'hand') return { id: 'touch', ...ringed };
      return at.watched || ring.where === 'do' ? { id: 'take', ...ringed } : { id: 'watch' };
    case 1:
      return { id: 'two' };
    case 2:
      return { id: 'find', ...ringed, patient: true };
    case 3:
      return { id: 'gone' };
    case 4:
      return { id: 'draw', ring: { where: 'bag' } };
    case 5:
      return { id: 'three', ...ringed, patient: true };
    case 6:
      return { id: 'three' };
    case 7:
      return { id: 'clear', ...ringed };
    default:
      return { id: 'last' };
  }
}

/** Beside the path: what has just happened for the first time. */
function beside({ moves, final }: Situation): Advice {
  if (final) return { id: 'final' };
  const last = moves.at(-1);
  const pairs = (move: Move | undefined) => (move?.effects ?? []).some((effect) => effect.effect === 'cancel');
  if (pairs(last) && !moves.slice(0, -1).some(pairs)) return { id: 'vanish' };
  if (last?.move === 'draw' && moves.filter((move) => move.move === 'draw').length === 1) return { id: 'drew' };
  const left = moves.findIndex((_, i) => stepOf(moves.slice(0, i + 1).map((move) => move.move)) === undefined);
  return { id: left >= moves.length - 2 ? 'fair' : 'free' };
}
