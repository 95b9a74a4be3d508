// A seat at a table of a server, or a place to watch from, as a session that screens play.
import { host } from '../host/host.js';
import type { TableInfo } from '../host/store.js';
import { socketLink } from '../link/socket_link.js';
import { TableSession } from '../table/session.svelte.js';
import { isBlocked } from './blocked.svelte.js';
import { seatAfter } from './promise.js';
import { changeSeat, keepSeat, pendingMoves, seatAt, type KeptSeat } from './seats.js';
import { fetchAt, socketUrl } from './site.svelte.js';

/** What everybody may know of a table. */
export interface About {
  table: string;
  spec: string;
  names: string[];
  over: boolean;
  head: number;
  /** The seat that is to act, and where days are given until when. */
  turn?: number;
  due?: number;
  ending?: string;
  winners?: number[];
  /** After the end. */
  record?: string;
}

/** Undefined if there is no such table; throws if nobody answers. */
export async function aboutTable(table: string): Promise<About | undefined> {
  const answer = await fetchAt(`api/tables/${encodeURIComponent(table)}`);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as About;
}

/** What the server tells of a finished game, as it is: what anybody can check its deal with. */
export const finishedFile = (table: string): Promise<string> => fetchAt(`api/tables/${encodeURIComponent(table)}`).then((answer) => answer.text());

export async function sitAt(table: string, spec: string, seat: KeptSeat | undefined): Promise<TableSession> {
  const facts = await host.call.spec(spec);
  const abelian = await host.call.group(facts.group).then((group) => group.abelian, () => false);
  const now = Date.now();
  const info: TableInfo = {
    name: table,
    setup: { table, spec: facts.spec, seats: seat ? [{ name: '', token: seat.token }] : [], hints: true, grace: 0 },
    game: facts.game,
    group: facts.group,
    created: seat?.at ?? now,
    touched: now,
  };
  return new TableSession(
    {
      link: (name, listener) => socketLink(socketUrl(`ws/t/${name}`), listener),
      judge: (text, view, turn, what) => host.call.judgeView(text, view, turn, what),
      history: (record) => host.call.history(record),
      // Where nothing can be kept there is less to compare with.
      saw: (told, you) => void (you > 0 && host.call.saw(table, you, told).catch(() => undefined)),
      pending: pendingMoves,
      mutes: isBlocked,
      cutTable: () => Promise.resolve(),
      // Tokens stay good for the next game of the same people.
      next: {
        get: (name) => seatAt(name)?.next,
        set: (name, next) => changeSeat(name, { next }),
      },
      moved: (from, to, next) => {
        const kept = seatAt(from);
        // Told again, it is still the same game.
        if (!kept || seatAt(to)) return;
        changeSeat(from, { over: true });
        keepSeat(to, seatAfter(kept, facts.seats, to, next, Date.now()));
      },
    },
    info, facts, abelian,
  );
}
