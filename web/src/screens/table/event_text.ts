// An event of a table in words.
import type { Effect, TableEvent } from '../../engine/index.js';
import { spoken, spokenMove } from '../../components/words.js';
import { t } from '../../strings/strings.svelte.js';

type NameOf = (seat: number) => string;

/** `actor` is the seat whose move it was; `aloud`: pieces by their names instead of letters. */
export function effectLine(effect: Effect, name: NameOf, you: number, group: string, actor: number, aloud = false): string | undefined {
  switch (effect.effect) {
    case 'cancel': {
      const piece = spoken(group, effect.pieces[0] ?? '');
      if (!effect.exempt) return t('happened.cancel', { piece, n: effect.count });
      return actor === you ? t('happened.exempt.you', { piece }) : t('happened.exempt', { piece, name: name(actor) });
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
      const pieces = aloud ? effect.pieces?.map((piece) => spoken(group, piece)).join(', ') : effect.pieces?.join(' ');
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
export function happened(event: TableEvent, name: NameOf, you = 0, group = '', aloud = false): string[] {
  if (event.kind === 'takeback') return [t('happened.takeback')];
  if (event.kind !== 'move') return [];
  const effects = event.effects.flatMap((effect) => effectLine(effect, name, you, group, event.seat, aloud) ?? []);
  if (event.move === 'draw') return effects;
  const move = event.move ?? '';
  return [t('happened.move', { name: name(event.seat), move: aloud ? spokenMove(group, move) : move }), ...effects];
}

/** The same where there may be no room for all of it: what another's move does to the reader comes first. */
export function briefly(event: TableEvent, name: NameOf, you = 0, group = ''): string[] {
  const lines = happened(event, name, you, group);
  if (event.kind !== 'move' || event.seat === you) return lines;
  const own = event.effects.flatMap((effect) => ('seat' in effect && effect.seat === you ? (effectLine(effect, name, you, group, event.seat) ?? []) : []));
  const rest = lines.filter((line) => !own.includes(line));
  // A name is said once.
  const [move, ...others] = rest;
  const named = event.move !== 'draw' && others.some((line) => line.includes(name(event.seat)));
  return [...own, ...(named && move ? [t('happened.move.bare', { move: event.move ?? '' }), ...others] : rest)];
}
