// A table of a class: think first, unless the teacher has switched to help while picking.
import type { Classroom } from '../../class/state.svelte.js';
import { ThinkFirst } from '../../class/think_first.svelte.js';
import type { TableSession } from '../../table/session.svelte.js';

/** `table`: empty for the game of a task. */
export function putInClass(room: Classroom, session: TableSession, table: string): void {
  // No phrases in a class; another client could send some.
  session.quiet = true;
  const at = table === '' ? {} : { table };
  session.inClass = new ThinkFirst(session, () => room.thinkFirst, ({ give, take }) => {
    const { view } = session.active;
    room.tried(view?.game === 'mad-abel' ? { ...at, take: [view.target ?? ''], cards: give } : { ...at, give, take });
  });
}
