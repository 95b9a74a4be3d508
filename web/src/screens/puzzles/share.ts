// What is sent of a day's puzzle: which one it is and how it went, and nothing that helps to solve it.
import type { told } from '../../engine/index.js';
import { href } from '../../app/router.svelte.js';
import { t } from '../../strings/strings.svelte.js';
import { kindTitle } from './titles.js';
import { w } from './words.js';

/** `slips` are wrong tries and hints; none if it was not solved. */
export function shareText(puzzle: Pick<told.Puzzle, 'kind' | 'difficulty'>, day: string, slips: number | undefined): string {
  const how = slips === undefined ? w('puzzle.share.seen') : slips === 0 ? w('puzzle.share.first') : w('puzzle.share.tries', { n: slips + 1 });
  const dots = '●'.repeat(puzzle.difficulty) + '○'.repeat(Math.max(0, 5 - puzzle.difficulty));
  return `${t('app.name')}, ${w('puzzle.daily', { day })}: ${kindTitle(puzzle.kind)} ${dots}\n${how}\n${location.href.replace(/#.*/, '')}${href('puzzle', 'daily', day)}`;
}
