// Opens a session at a remote table, with a seat or as a spectator.
import { host } from '../worker/host.js';
import type { TableInfo } from '../worker/store.js';
import { connectTable } from '../transport/socket.js';
import { factsOf, TableSession } from '../table/session.svelte.js';
import { isBlocked } from './blocked_names.svelte.js';
import { seatAfter } from './promise.js';
import { changeSeat, saveSeat, pendingMoves, seatAt, type SavedSeat } from './seats.js';
import { fetchAt, socketUrl } from './server_info.svelte.js';

/** The public state of a table. */
export interface TableStatus {
  table: string;
  spec: string;
  names: string[];
  finished: boolean;
  ply: number;
  /** The seat on turn, and in a correspondence game its deadline. */
  turn?: number;
  turn_deadline?: number;
  /** The seats that a bot plays until their player returns. */
  kept?: number[];
  ending?: string;
  winners?: number[];
  /** Only after the end. */
  record?: string;
}

/** Undefined if there is no such table; throws if the server does not respond. */
export async function fetchTable(table: string): Promise<TableStatus | undefined> {
  const answer = await fetchAt(`api/tables/${encodeURIComponent(table)}`);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as TableStatus;
}

/** The server's description of a finished game, unparsed: the input for verifying its deal. */
export const finishedFile = (table: string): Promise<string> => fetchAt(`api/tables/${encodeURIComponent(table)}`).then((answer) => answer.text());

/** `query`: of the socket's URL, such as `?class=K7P2QX`. */
export async function openRemoteSession(table: string, spec: string, seat: SavedSeat | undefined, query = ''): Promise<TableSession> {
  const [facts, abelian] = await factsOf(host, spec);
  const now = Date.now();
  const info: TableInfo = {
    name: table,
    setup: { table, spec: facts.spec, seats: seat?.token ? [{ name: '', token: seat.token }] : [], hints: true, grace: 0 },
    game: facts.game,
    group: facts.group,
    created: seat?.at ?? now,
    touched: now,
  };
  return new TableSession(
    {
      link: (name, listener) => connectTable(socketUrl(`ws/t/${name}${query}`), listener),
      judge: (text, view, turn, what) => host.call.judgeView(text, view, turn, what),
      history: (record) => host.call.history(record),
      // Without storage there is less to compare at the end.
      saw: (message, you) => void (you > 0 && host.call.saw(table, you, message).catch(() => undefined)),
      pending: pendingMoves,
      mutes: isBlocked,
      cutTable: () => Promise.resolve(),
      // Tokens stay valid for the rematch.
      next: {
        get: (name) => seatAt(name)?.next,
        set: (name, next) => changeSeat(name, { next }),
      },
      moved: (from, to, next) => {
        const saved = seatAt(from);
        // A repeated message is for the same rematch.
        if (!saved || seatAt(to)) return;
        changeSeat(from, { finished: true });
        saveSeat(to, seatAfter(saved, facts.seats, to, next, Date.now()));
      },
    },
    info, facts, abelian,
  );
}
