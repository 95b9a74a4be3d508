// An event of a table in words.
import type { Effect, TableEvent } from '../../engine/index.js';
import { t } from '../../strings/strings.svelte.js';

type NameOf = (seat: number) => string;

function effectLine(effect: Effect, name: NameOf): string | undefined {
  switch (effect.effect) {
    case 'cancel': {
      const piece = effect.pieces[0] ?? '';
      return effect.exempt ? t('happened.exempt', { piece }) : t('happened.cancel', { piece, n: effect.count });
    }
    case 'clears':
      return t('happened.clears', { name: name(effect.seat), n: effect.count });
    case 'discard':
      return t('happened.discard', { n: effect.count });
    case 'reshuffle':
      return t('happened.reshuffle');
    case 'skip':
      return t('happened.skip', { name: name(effect.seat) });
    case 'deal': {
      const pieces = effect.pieces?.join(' ');
      if (effect.how === 'remove') return t('happened.remove', { pieces: pieces ?? '' });
      if (effect.how === 'refill') return t('happened.refill', { pieces: pieces ?? '' });
      if (effect.how !== 'draw' || effect.seat === undefined) return undefined;
      if (pieces === undefined) return t('happened.draw.hidden', { name: name(effect.seat), n: effect.count });
      return t('happened.draw', { name: name(effect.seat), pieces });
    }
    case 'final_round':
      return undefined;  // it has a banner of its own
  }
}

export function happened(event: TableEvent, name: NameOf): string[] {
  if (event.kind === 'takeback') return [t('happened.takeback')];
  if (event.kind !== 'move') return [];
  const effects = event.effects.flatMap((effect) => effectLine(effect, name) ?? []);
  return event.move === 'draw' ? effects : [t('happened.move', { name: name(event.seat), move: event.move ?? '' }), ...effects];
}
