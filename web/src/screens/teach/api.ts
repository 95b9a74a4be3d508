// A class over HTTP: opening it, its files, and forgetting it. The teacher's secret goes into a header, never into an address.
import { codeOf } from '../../class/code.js';
import { fetchAt, succeeded } from '../../online/server_info.svelte.js';
import { ErrorWithCode } from '../../transport/link.js';
import { hex } from '../../transport/random.js';
import { keepClass, projectorKey } from './keep.js';

export type ClassFile = 'answers' | 'moves';

/** Makes a class and keeps its secrets in this browser. */
export async function createClass(language: string): Promise<{ code: string; teacher: string }> {
  const teacher = hex(16);
  const body = JSON.stringify({ language: language === 'ar' ? 'ar' : 'en', teacher, projector: projectorKey(teacher) });
  const answer = await succeeded(fetchAt('api/classes', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
  const code = codeOf(((await answer.json()) as { class?: string }).class);
  if (!code) throw new ErrorWithCode({ code: 'http', message: 'invalid response' });
  keepClass(code, teacher);
  return { code, teacher };
}

const bearer = (teacher: string) => ({ Authorization: `Bearer ${teacher}` });

/** As the server writes it: aliases, no names. */
export const fetchFile = async (code: string, teacher: string, file: ClassFile): Promise<string> =>
  (await succeeded(fetchAt(`api/classes/${code}/${file}.csv`, { headers: bearer(teacher) }))).text();

export async function forgetOnServer(code: string, teacher: string): Promise<void> {
  await succeeded(fetchAt(`api/classes/${code}`, { method: 'DELETE', headers: bearer(teacher) }));
}
