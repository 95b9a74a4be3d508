// The result of a Solitaire: kept on this device, and as text to share.
import { linkToDay } from '../../app/arrive.js';
import { href } from '../../app/router.svelte.js';
import { serverInfo } from '../../online/server_info.svelte.js';
import { host } from '../../worker/host.js';
import { t } from '../../strings/strings.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { listOf, sidesOf, totalOf } from '../../engine/notation.js';

export interface Result {
  score: number;
  turns: number;
  left: number;
  cancelled: number;
  par?: number;
  assisted: boolean;
  /** Better than every result before that was not assisted. */
  best: boolean;
  /** Pieces left count against the player. */
  plus: boolean;
}

export async function keepResult(session: TableSession): Promise<Result | undefined> {
  const { view, over } = session.active;
  if (view?.game !== 'solitaire' || !over) return undefined;
  const { spec } = session.info.setup;
  const [fresh, scores, par] = await Promise.all([
    host.call.table(session.info.name),
    host.call.scores(),
    session.info.seed ? host.call.par(spec, session.info.seed) : undefined,
  ]);
  const score = over.scores[0] ?? 0;
  const assisted = fresh?.assisted ?? false;
  const before = scores.filter((each) => listOf(each.spec) === listOf(spec) && !each.assisted && each.table !== session.info.name);
  // If it cannot be kept, the page says so; the result is shown all the same.
  void host.call.keepScore({
    table: session.info.name,
    spec,
    score,
    turns: view.turns,
    par: par ?? score,
    hints: session.active.moves.filter((move) => move.hint).length,
    assisted,
    at: Date.now(),
    ...(session.info.daily ? { daily: session.info.daily } : {}),
  });
  return {
    score,
    turns: view.turns,
    left: totalOf(view.hand),
    cancelled: view.cancellations,
    ...(par === undefined ? {} : { par }),
    assisted,
    best: !assisted && before.every((each) => each.score > score),
    plus: / score=plus_R/.test(spec),
  };
}

/** "6 over par": what a score says to people. */
export function toPar(score: number, par: number): string {
  const n = Math.abs(score - par);
  return n === 0 ? t('solitaire.even') : t(score > par ? 'solitaire.over' : 'solitaire.under', { n });
}

const signs: Record<string, string> = { R: '🔴', Y: '🟡', B: '🔵', O: '🟠', G: '🟢', P: '🟣', W: '⚪', C: '◌' };

/** Prose first, then what was taken in each turn, and where to play it. */
export function shareText(session: TableSession, result: Result): string {
  const what = session.info.daily ? `${t('game.daily')} ${session.info.daily}` : t('game.solitaire');
  const prose = t('solitaire.share', {
    what: result.par === undefined ? what : what + t('story.then') + toPar(result.score, result.par),
    score: result.score, par: result.par ?? t('solitaire.none'), turns: result.turns,
    help: t(result.assisted ? 'solitaire.share.assisted' : 'solitaire.share.none'),
  });
  const taken = session.active.moves.flatMap((move) => sidesOf(move.move).take ?? []);
  const row = session.info.group === 'Z2^3' ? taken.map((name) => signs[name] ?? name).join('') : '';
  return [prose, row, linkTo(session)].filter((line) => line !== '').join('\n');
}

/** Where the same deal can be played. */
export function linkTo({ info, clients }: TableSession): string {
  const page = location.href.replace(/#.*$/s, '');
  if (info.daily) return linkToDay(info.daily, serverInfo() !== undefined);
  // A game of a server can be looked at there.
  if (clients[0]!.far) return page + href('replay', info.name);
  return page + (info.seed === undefined ? href('play') : href('play', info.seed, info.setup.spec));
}
