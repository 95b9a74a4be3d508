// One seat's side of a table on a line of the test's own: what it says is kept, what it is told is told here.
import type { FromClient, FromTable, TableEvent } from '../../src/engine/index.js';
import type { Listener, Past } from '../../src/link/link.js';
import { TableClient, type Lines } from '../../src/table/client.svelte.js';

export const view = (ply: number) => ({ game: 'solitaire', hand: { R: ply }, center: {}, may: [] }) as never;
export const chain = (ply: number) => `chain${ply}`;

export function seat(history: (record: string) => Promise<Past[]> = async () => [], more: Partial<Lines> & { far?: boolean } = {}) {
  const said: FromClient[] = [];
  const line = { again: 0, closed: 0 };
  let listener!: Listener;
  const client = new TableClient(
    {
      link: (_table, given) => {
        listener = given;
        const far = more.far ? { far: true } : {};
        return { ...far, say: (message) => said.push(message), again: () => ++line.again, close: () => ++line.closed };
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
  /** What was said since the last time. */
  const since = () => said.splice(0);
  return { client, listener, line, tell, welcome, snapshot, event, since };
}

export const hello = { type: 'hello', proto: 1, table: 'oak', token: 'token' };
export const helloAgain = { ...hello, have_ply: 4, have_chain: chain(4) };
