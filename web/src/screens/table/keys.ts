// The keys of a table. Letters pick pieces where every piece has a letter of its own.
import { announce } from '../../app/announcer.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { spokenMove } from '../../components/words.js';
import { t } from '../../strings/strings.svelte.js';
import { verdictText } from './names.js';
import { sizesOf } from '../../engine/notation.js';

export interface Reach {
  name: (seat: number) => string;
  why: () => void;
  command: () => void;
}

/** Letters can mean pieces: one capital each. */
export const hasLetters = (pieces: readonly string[]) => pieces.every((name) => /^[A-Z]$/.test(name));

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
const onButton = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('a, button, summary, [role=tab]') !== null;

export function pressed(event: KeyboardEvent, session: TableSession, reach: Reach): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (session.covered) return;
  const { active } = session;
  const key = event.key;
  const letter = key.length === 1 ? key.toUpperCase() : '';
  const done = () => event.preventDefault();

  if (key === 'Enter') {
    if (onButton(event.target)) return;
    if (session.picked) (done(), session.submit());
    return;
  }
  if (key === 'Escape' || key === 'Backspace') {
    if (session.picked || session.armed || session.queued) (done(), session.reset());
    return;
  }
  if (session.exchange && hasLetters(session.facts.pieces) && session.facts.pieces.includes(letter)) {
    done();
    if (event.shiftKey) session.pickCenter(letter);
    else session.pick(letter);
    return;
  }
  switch (key) {
    case '/':
      return done(), reach.command();
    case '?':
      return done(), reach.why();
  }
  switch (letter) {
    case 'D':
      if (session.may.includes('draw')) (done(), session.draw());
      break;
    case 'U':
      if (session.canTakeBack) (done(), session.takeBack());
      break;
    case 'H':
      if (active.myTurn && active.welcome?.hints) (done(), session.nextHint());
      break;
    case 'V':
      announce(session.verdict ? verdictText(session.verdict, session.info.group) : t('speak.no_verdict'));
      break;
    case 'N': {
      const counts = active.view ? sizesOf(active.view).map((n, i) => t('speak.count', { name: reach.name(i + 1), n })) : [];
      announce(t('speak.counts', { counts: counts.join(', ') }));
      break;
    }
    case 'L': {
      const last = active.moves.at(-1);
      announce(last ? t('happened.move', { name: reach.name(last.seat), move: spokenMove(session.info.group, last.move) }) : t('speak.no_move'));
      break;
    }
  }
}
