// A class over HTTP: opening it, its files, and forgetting it. The teacher's secret goes into a header, never into an address.
import { codeOf } from '../../class/code.js';
import { fetchAt, succeeded } from '../../online/server_info.svelte.js';
import { ErrorWithCode } from '../../transport/link.js';
import { hex } from '../../transport/random.js';
import { foundSomething } from '../../online/found_again.svelte.js';
import { fieldOf, listOf, textOf, wholeOf } from '../../untrusted.js';
import { keepClass, keepFound, projectorKey, taughtClass } from './keep.js';

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

/** Without a secret the cookie is the proof. */
const bearer = (teacher: string): Record<string, string> => (teacher ? { Authorization: `Bearer ${teacher}` } : {});

/** The classes that the server says this guest has opened; none where it cannot say. */
export async function findClasses(): Promise<void> {
  const answer = await fetchAt('api/me/classes').catch(() => undefined);
  const all = answer?.ok ? ((await answer.json().catch(() => undefined)) as unknown) : undefined;
  const found = listOf(fieldOf(all, 'classes')).slice(0, 50).flatMap((each) => {
    const code = textOf(fieldOf(each, 'class'), /^\w{6}$/);
    return code !== undefined && codeOf(code) === code ? [{ code, at: wholeOf(fieldOf(each, 'opened_at')) ?? 0 }] : [];
  });
  if (found.some(({ code }) => !taughtClass(code))) await foundSomething();
  keepFound(found);
}

/** As the server writes it: aliases, no names. It makes one file at a time, and says when to ask again. */
export async function fetchFile(code: string, teacher: string, file: ClassFile, tries = 30): Promise<string> {
  const answer = await fetchAt(`api/classes/${code}/${file}.csv`, { headers: bearer(teacher) });
  const wait = answer.status === 503 && tries ? Number(answer.headers.get('Retry-After')) : 0;
  if (!wait) return (await succeeded(Promise.resolve(answer))).text();
  await new Promise((done) => setTimeout(done, wait * 1000));
  return fetchFile(code, teacher, file, tries - 1);
}

export async function forgetOnServer(code: string, teacher: string): Promise<void> {
  await succeeded(fetchAt(`api/classes/${code}`, { method: 'DELETE', headers: bearer(teacher) }));
}
