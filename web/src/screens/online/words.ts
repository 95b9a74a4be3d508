// What is played at a table on a server, in words.
import { describe, clockChoiceOf, isAlJabar, plainOf } from '../../online/game_options.js';
import type { Clock } from '../../engine/index.js';
import { host } from '../../worker/host.js';
import { groupName } from '../../components/group_name.js';
import { t } from '../../strings/strings.svelte.js';

export function gameOf(spec: string): string {
  const { game, group } = describe(spec);
  const usual = group === 'Z2^3' || group === 'Z4xZ13';
  return t(`game.${game}`) + (usual ? '' : ` ${groupName(group)}`);
}
export const clockText = (clock: Clock): string => t(`options.clock.${clockChoiceOf(clock)}`);

/** What differs from the printed game, in words; what we have no words for, as it is written. */
export function rulesOf(spec: string, printed = ''): string {
  const changed = describe(spec, printed).changed;
  const more = changed.includes('end_rule=one_more_each');
  const others = changed.filter((word) => word !== 'end_rule=one_more_each');
  const end = isAlJabar(spec) ? [t(more ? 'options.end.more' : 'options.end.printed')] : [];
  return [...end, ...(others.length > 0 ? [t('options.changed', { rules: others.join(' ') })] : [])].join(', ');
}
/** "Al-Jabar for 2, a series of 3 games, no clock, one more turn each, lamp allowed." */
export function sentenceOf(spec: string, clock: Clock, hints: boolean, printed = '', games = 1): string {
  const { seats } = describe(spec);
  return [t('options.for', { game: gameOf(spec), n: seats }), games > 1 ? t('house.series', { n: games }) : '', clockText(clock), rulesOf(spec, printed), t(hints ? 'house.lamp' : 'house.lamp.off')].filter(Boolean).join(', ') + '.';
}
/** The printed game on the same group, to compare with. */
export const printedOf = (spec: string): Promise<string> =>
  host.call.spec(plainOf(describe(spec))).then((facts) => facts.spec, () => '');
