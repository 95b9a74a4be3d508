// An event of a table in words.
import type { Effect, TableEvent } from '../../engine/index.js';
import { spoken } from '../../components/words.js';
import { t } from '../../strings/strings.svelte.js';

type NameOf = (seat: number) => string;

/** `actor` is the seat whose move it was. */
export function effectLine(effect: Effect, name: NameOf, you: number, group: string, actor: number): string | undefined {
  switch (effect.effect) {
    case 'cancel': {
      const piece = spoken(group, effect.pieces[0] ?? '');
      return effect.exempt ? t('happened.exempt', { piece, name: name(actor) }) : t('happened.cancel', { piece, n: effect.count });
    }
    case 'clears':
      return effect.seat === you
        ? t('happened.clears.you', { n: effect.count })
        : t('happened.clears', { name: name(effect.seat), n: effect.count });
    case 'discard':
      return t('happened.discard', { n: effect.count });
    case 'reshuffle':
      return t('happened.reshuffle');
    case 'skip':
      return effect.seat === you ? t('happened.skip.you') : t('happened.skip', { name: name(effect.seat) });
    case 'deal': {
      const pieces = effect.pieces?.join(' ');
      if (effect.how === 'remove') return t('happened.remove', { pieces: pieces ?? '' });
      if (effect.how === 'refill') return t('happened.refill', { pieces: pieces ?? '' });
      if (effect.how !== 'draw' || effect.seat === undefined) return undefined;
      if (pieces === undefined) return t('happened.draw.hidden', { name: name(effect.seat), n: effect.count });
      if (effect.seat === you) return t('happened.draw.you', { pieces });
      return t('happened.draw', { name: name(effect.seat), pieces });
    }
    case 'final_round':
      return undefined;  // it has a banner of its own
  }
}

/** `you` is the seat of the one who reads it, 0 if several do. */
export function happened(event: TableEvent, name: NameOf, you = 0, group = ''): string[] {
  if (event.kind === 'takeback') return [t('happened.takeback')];
  if (event.kind !== 'move') return [];
  const effects = event.effects.flatMap((effect) => effectLine(effect, name, you, group, event.seat) ?? []);
  return event.move === 'draw' ? effects : [t('happened.move', { name: name(event.seat), move: event.move ?? '' }), ...effects];
}
