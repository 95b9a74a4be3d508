// What a table sounds like.
import { play } from '../../app/sound.js';
import type { TableEvent } from '../../engine/index.js';
import { sidesOf } from '../../engine/notation.js';
import type { Selection } from '../../table/selection.js';

/** An event: what cancels is heard, or else what was given. */
export function soundEvent(event: TableEvent, group: string, yourTurn: boolean): void {
  const cancelled = event.effects.flatMap((effect) => (effect.effect === 'cancel' ? effect.pieces : []));
  if (cancelled.length > 0) play('cancel', group, cancelled);
  else if (event.kind === 'move') play('commit', group, sidesOf(event.move ?? '').give);
  if (yourTurn) play('turn');
}

/** One more piece than before is heard. */
export function soundSelection(before: Selection, after: Selection, group: string): void {
  const more = after.give.length > before.give.length ? after.give.at(-1) : after.take.length > before.take.length ? after.take.at(-1) : undefined;
  if (more !== undefined) play('select', group, [more]);
}
export const soundRefusal = () => play('refused');
