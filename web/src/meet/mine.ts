// What a server keeps of this visitor: taken along, or deleted there.
import { askSite, fetchAt } from './site.svelte.js';

interface Data {
  me: { id: string; name: string };
  games: unknown[];
  next?: number;
}

/** Everything, page by page; undefined where no server stands behind this page. */
export async function dataThere(): Promise<Data | undefined> {
  if (!(await askSite())) return undefined;
  let all: Data | undefined;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const answer = await fetchAt(`api/me/data?from=${from}`);
    if (!answer.ok) throw new Error(await sentenceOf(answer));
    const page = (await answer.json()) as Data;
    all = all ? { ...all, games: [...all.games, ...page.games] } : page;
    from = page.next;
  }
  if (all) delete all.next;
  return all;
}

/** Nothing of it is there any more, or it is said why it is. */
export async function forgetThere(): Promise<void> {
  if (!(await askSite())) return;
  const answer = await fetchAt('api/me', { method: 'DELETE' });
  if (!answer.ok) throw new Error(await sentenceOf(answer));
}

/** Whoever runs the server is told that a name is not one to be read. */
export async function reportName(table: string, seat: number): Promise<void> {
  const answer = await fetchAt(`api/tables/${encodeURIComponent(table)}/reports/${seat}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await sentenceOf(answer));
}

const sentenceOf = (answer: Response): Promise<string> =>
  answer.json().then((said: { error?: string }) => said.error ?? String(answer.status), () => String(answer.status));
