// One seat's client of a table with a link of the test's own: records what the client sends, and sends it messages.
import type { FromClient, FromTable, TableEvent } from '../../src/engine/index.js';
import type { Listener, Past } from '../../src/transport/link.js';
import { TableClient, type TableClientDeps } from '../../src/table/client.svelte.js';

export const view = (ply: number) => ({ game: 'solitaire', hand: { R: ply }, center: {}, may: [] }) as never;
export const chain = (ply: number) => `chain${ply}`;

export function seat(history: (record: string) => Promise<Past[]> = async () => [], more: Partial<TableClientDeps> & { far?: boolean } = {}) {
  const said: FromClient[] = [];
  const link = { reconnected: 0, closed: 0 };
  let listener!: Listener;
  const client = new TableClient(
    {
      link: (_table, given) => {
        listener = given;
        const far = more.far ? { far: true } : {};
        return { ...far, say: (message) => said.push(message), reconnect: () => ++link.reconnected, close: () => ++link.closed };
      },
      history,
      ...more,
    },
    'oak',
    'token',
  );
  const tell = (message: Record<string, unknown>) => listener.told(message as unknown as FromTable);
  const welcome = (you = 1) => tell({ type: 'welcome', you, seats: [{ seat: 1, name: 'Emmy' }], hints: true });
  const snapshot = (ply: number, more: Partial<{ turn: number; record: string }> = {}) =>
    tell({ type: 'snapshot', ply, chain: chain(ply), turn: 1, view: view(ply), record: '', ...more });
  const event = (ply: number, more: Partial<TableEvent> = {}) =>
    tell({ type: 'event', kind: 'move', ply, chain: chain(ply), seat: 2, move: 'draw', turn: 1, view: view(ply), effects: [], ...more });
  /** The messages sent since the last call. */
  const since = () => said.splice(0);
  return { client, listener, link, tell, welcome, snapshot, event, since };
}

export const hello = { type: 'hello', proto: 1, table: 'oak', token: 'token' };
export const helloAgain = { ...hello, last_ply: 4, last_chain: chain(4) };
