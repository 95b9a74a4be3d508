// The sounds of a selection, of its verdict and of the end. Called once when the table is mounted.
import { untrack } from 'svelte';
import { isEmpty, nothing } from '../../table/selection.js';
import type { TableSession } from '../../table/session.svelte.js';
import { isRefused } from './names.js';
import { soundEnd, soundLevel, soundRefusal, soundSelection, soundStep, stepsOf } from './sounds.js';

export function soundChanges(session: TableSession): void {
  let before = nothing();
  $effect(() => {
    const { selection } = session;
    untrack(() => {
      soundSelection(before, selection, session.info.group);
      if (!session.exchange && selection.give.length > before.give.length) soundStep(stepsOf(selection.give.at(-1) ?? ''));
    });
    before = selection;
  });
  // Level is heard once, when it is reached.
  let level = false;
  $effect(() => {
    const { verdict } = session;
    const now = verdict?.legal === true && !isEmpty(session.selection);
    if (now && !level) soundLevel(session.info.group, verdict.made ?? verdict.wanted, !session.exchange);
    level = now;
  });
  let ended = untrack(() => session.active.over !== undefined);
  $effect(() => {
    const { over, you } = session.active;
    if (over && !ended) soundEnd(session.clients.length > 1 || over.winners.includes(you));
    ended = over !== undefined;
  });
  $effect(() => {
    if (isRefused(session.verdict) && !session.soFar && session.selection.take.length + session.selection.give.length > 1) soundRefusal();
  });
}
