// A hint in the words of the page, where it has some: the board, pairs, and the next player by name. Otherwise the engine's.
import type { TableHint } from '../../engine/index.js';
import { withSuits } from '../../components/words.js';
import { say } from '../../strings/strings.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';
import { w } from './guide_words.js';
import { nameOf } from './names.js';

/** Who plays after the reader. */
function nextName({ active, clients }: TableSession): string {
  const at = active.seats.findIndex((seat) => seat.seat === active.you);
  return nameOf(active.seats, active.seats[(at + 1) % active.seats.length]?.seat ?? 0, active.you, clients.length === 1);
}

export function hintText(session: TableSession, hint: TableHint): string {
  const { group } = session.info;
  const own = hint.id === 'hint.take' || hint.id === 'hint.why' || (hint.id === 'hint.shed.cancel' && /^Z2(\^\d+)?$/.test(group)) ? hint.id : undefined;
  return withSuits(group, own ? w(own, { ...hint.with, name: nextName(session) }) : say(hint));
}
