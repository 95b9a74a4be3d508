// What can be played on a group, by the numbers of the engine's spec, and why not where it cannot.
import type { told } from '../../engine/index.js';
import { host } from '../../worker/host.js';
import { thrownText } from '../../strings/errors.svelte.js';

export type GameName = told.Game['game'];
export const games: readonly GameName[] = ['al-jabar', 'solitaire', 'mad-abel'];
/** The most elements that a table on a server takes. */
export const mostHosted = 60;

export interface Playable {
  game: GameName;
  spec: string;
  seats: number;
  /** Pieces but clears, or cards. */
  pieces: number;
  copies: number;
  deal: number;
  /** In one exchange or play. */
  most: number;
}
export interface Refused {
  game: GameName;
  code: string;
  why: string;
}

const number = (spec: string, option: string): number => Number(new RegExp(` ${option}=(\\d+)`).exec(spec)?.[1] ?? 1);

export function numbersOf(facts: told.SpecFacts): Playable {
  const { spec, game, seats } = facts;
  const cards = game === 'mad-abel';
  const copies = number(spec, 'copies') * (cards ? number(spec, 'decks') : 1);
  return {
    game, spec, seats, copies,
    pieces: copies * (facts.pieces.length - (cards ? 0 : 1)),
    deal: number(spec, 'deal'),
    most: number(spec, cards ? 'max_cards' : 'max_exchange'),
  };
}

/** Where one piece would be exchanged for one, two are: the engine asks for that. */
export async function playOn(group: string, game: GameName): Promise<Playable | Refused> {
  try {
    return numbersOf(await host.call.spec(`${game} ${group}`));
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? '');
    if (code === 'spec.max_exchange') {
      const pairs = await host.call.spec(`${game} ${group} max_exchange=2`).catch(() => undefined);
      if (pairs) return numbersOf(pairs);
    }
    return { game, code, why: await thrownText(error) };
  }
}
