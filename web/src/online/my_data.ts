// Export and deletion of the data that a server stores about this guest.
import { fetchAt, loadServerInfo, succeeded } from './server_info.svelte.js';

interface Data {
  me: { id: string; name: string };
  total: number;
  games: unknown[];
  next_offset?: number;
}

/** Everything, page by page; undefined if there is no server behind this page. */
export async function exportData(): Promise<Data | undefined> {
  if (!(await loadServerInfo())) return undefined;
  let all: Data | undefined;
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = (await (await succeeded(fetchAt(`api/me/export?offset=${offset}`))).json()) as Data;
    all = all ? { ...all, games: [...all.games, ...page.games] } : page;
    offset = page.next_offset;
  }
  if (all) delete all.next_offset;
  return all;
}

/** Throws if the server has not deleted everything. */
export async function deleteData(): Promise<void> {
  if (await loadServerInfo()) await succeeded(fetchAt('api/me', { method: 'DELETE' }));
}

/** Reports the name of the player at a seat to the server's operator. */
export async function reportName(table: string, seat: number): Promise<void> {
  await succeeded(fetchAt(`api/tables/${encodeURIComponent(table)}/seats/${seat}/reports`, { method: 'POST' }));
}
