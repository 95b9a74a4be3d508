// What a table sounds like.
import { play } from '../../app/sound.js';
import { settings, still } from '../../app/settings.svelte.js';
import type { TableEvent } from '../../engine/index.js';
import { sidesOf } from '../../engine/notation.js';
import { cardOf } from '../../pieces/cards.js';
import type { Selection } from '../../table/selection.js';

const paced = (ms: number): number => (still() ? 0 : ms * settings.speed);

/** An event as it is seen: the trade, what vanishes, the clears that are dealt, a draw, the last round, and whose turn it is. */
export function soundEvent(event: TableEvent, group: string, yourTurn: boolean): void {
  if (event.kind !== 'move') return;
  const { take } = sidesOf(event.move ?? '');
  const vanished = event.effects.flatMap((effect) => (effect.effect === 'cancel' ? effect.pieces : []));
  const clears = event.effects.reduce((sum, effect) => sum + (effect.effect === 'clears' ? effect.count : 0), 0);
  const drawn = event.effects.some((effect) => effect.effect === 'deal' && effect.how === 'draw');
  let at = 0;
  const then = (cue: Parameters<typeof play>[0], ms: number, more = {}) => {
    void play(cue, { group, after: paced(at), ...more });
    at += ms;
  };
  if (drawn) then('draw', 340);
  if (event.move !== 'draw' && event.move !== 'pass') then(take ? 'exchange' : 'pan', 240);
  if (vanished.length > 0) then('vanish', 480, { names: vanished.slice(0, 2) });
  if (clears > 0) then('dealt', 250, { count: clears });
  if (event.effects.some((effect) => effect.effect === 'final_round')) then('final', 900);
  if (yourTurn) then('turn', 0);
}

/** One more piece than before is heard, and that it lands; one that goes back, too. */
export function soundSelection(before: Selection, after: Selection, group: string): void {
  const [had, has] = [before.give.length + before.take.length, after.give.length + after.take.length];
  if (has < had) return void play('back');
  if (has === had) return;
  const side = after.give.length > before.give.length ? 'give' : 'take';
  const name = after[side].at(-1);
  if (name === undefined) return;
  void play('touch', { group, names: [name] });
  void play('pan', { after: paced(200) });
  const met = petalsMet(group, before[side], name);
  if (met.length > 0) void play('pair', { group, names: met, after: paced(320) });
}
/** The petals of a colour that meet their like in what lies there already, as the primaries that they are. */
export function petalsMet(group: string, there: readonly string[], name: string): string[] {
  if (group !== 'Z2^3') return [];
  const bits: Record<string, number> = { C: 0, R: 1, Y: 2, O: 3, B: 4, P: 5, G: 6, W: 7 };
  const sum = there.reduce((all, each) => all ^ (bits[each] ?? 0), 0);
  const met = sum & (bits[name] ?? 0);
  return ['R', 'Y', 'B'].filter((_, i) => (met & (1 << i)) !== 0);
}
export const soundRefusal = () => void play('refused');
/** Both sides are level: what they make, an octave up; the lock opens for cards. */
export const soundLevel = (group: string, sum: string | undefined, cards: boolean) =>
  void (cards ? play('open', { after: paced(200) }) : play('level', { group, names: sum ? [sum] : [], after: paced(460) }));
const ranks = ['K', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q'];
/** How far a card turns the lock. */
export const stepsOf = (card: string): number => Math.max(1, ranks.indexOf(cardOf(card)?.rank ?? 'A'));
export const soundStep = (steps: number) => void play('step', { count: steps });
export const soundEnd = (won: boolean) => void play(won ? 'win' : 'lose', { after: paced(600) });
