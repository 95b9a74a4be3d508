// What a screen reader hears at a table beside the events: verdicts, errors, the connection, phrases. Called once when the table
// is mounted.
import { untrack } from 'svelte';
import { announce } from '../../app/announcer.svelte.js';
import { withSuits } from '../../components/words.js';
import { errorText } from '../../strings/errors.svelte.js';
import { t } from '../../strings/strings.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { soFar, verdictText } from './names.js';

export function announceChanges(session: TableSession, name: (seat: number) => string): void {
  // A typed move is judged with every letter, but announced when the typing rests.
  $effect(() => {
    const { verdict } = session;
    if (!verdict) return;
    const text = withSuits(session.info.group, session.soFar ? soFar(verdict, session.hand) : verdictText(verdict, session.info.group));
    if (!session.typed) return announce(text);
    const rest = setTimeout(() => announce(text), 700);
    return () => clearTimeout(rest);
  });
  $effect(() => {
    const { refusal } = session.active;
    if (refusal && !refusal.verdict) announce(errorText(refusal));
  });
  $effect(() => {
    if (session.connection && session.connection !== 'sending' && session.connection !== 'acknowledged') announce(t(`connection.${session.connection}`));
  });
  // Phrases of others, unless the player wants quiet.
  $effect(() => {
    const { active } = session;
    const said = active.lastPhrase;
    if (said && said.seat !== active.you && !untrack(() => session.quiet)) announce(t('seat.says', { name: untrack(() => name(said.seat)), phrase: t(`say.${said.phrase}`) }));
  });
  let failed = false;
  $effect(() => {
    const { active } = session;
    if (active.far) return;
    if (failed && !active.linkError) announce(t('table.error.over'));
    failed = active.linkError !== undefined;
  });
}
