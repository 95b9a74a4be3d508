// The classes that this browser teaches: their codes and secrets, and who the aliases are. None of it leaves the browser
// but the secrets, and those go to the class alone.
import { askToLast } from '../../app/lasting.js';
import { codeOf } from '../../class/code.js';
import { digest } from '../../engine/digest.js';
import { readStored, writeStored } from '../../storage.js';

export interface TaughtClass {
  code: string;
  /** Empty: the server knows the teacher by its cookie, and this browser has no secret. */
  teacher: string;
  projector: string;
  /** When it was opened here, in milliseconds. */
  at: number;
  /** Names by alias. */
  roster?: Record<string, string>;
  /** Names are hidden on the wall: it may be projected. */
  hidden?: boolean;
}

const key = 'coset.teach';
/** A server keeps classes for 30 days. */
const maxClasses = 200;
const maxRosterLines = 200;
const maxNameLength = 80;

const secret = /^[0-9a-f]{32}$/;
export const isSecret = (text: string | undefined): text is string => secret.test(text ?? '');

/** The key of the projector follows from the teacher's secret and does not lead back to it. */
export const projectorKey = (teacher: string): string =>
  Array.from(digest(new TextEncoder().encode(`coset-projector\n${teacher}`)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const isTaught = (each: unknown): each is TaughtClass => {
  const one = each as Partial<TaughtClass> | null;
  return typeof one === 'object' && one !== null && codeOf(one.code) === one.code && ((isSecret(one.teacher) && isSecret(one.projector)) || (one.teacher === '' && one.projector === ''));
};
/** What this page knows of a class by its secret, under a new code too, whether the browser keeps it or not. */
const pages: Record<string, { hidden?: boolean; roster?: string }> = {};
export const pageOf = (teacher: string) => (pages[teacher] ??= {});

/** The latest first. */
export function taughtClasses(): TaughtClass[] {
  const found = readStored('local', key);
  return Array.isArray(found) ? found.filter(isTaught).map((each) => ({ ...each, at: Number(each.at) || 0 })).sort((a, b) => b.at - a.at).slice(0, maxClasses) : [];
}
export const taughtClass = (code: string): TaughtClass | undefined => taughtClasses().find((each) => each.code === code);

/** False if the browser keeps nothing: the teacher must copy the link. */
export function keepClass(code: string, teacher: string, now = Date.now()): boolean {
  const old = taughtClass(code);
  const one: TaughtClass = { at: now, ...(old?.teacher === teacher ? old : {}), code, teacher, projector: teacher && projectorKey(teacher) };
  askToLast();
  return writeStored('local', key, [one, ...taughtClasses().filter((each) => each.code !== code)].slice(0, maxClasses));
}
/** Classes that the server says this browser's guest has opened, of which it has no secret. */
export function keepFound(found: { code: string; at: number }[]): void {
  for (const { code, at } of found) if (!taughtClass(code)) keepClass(code, '', at);
}
export function forgetClass(code: string): void {
  const left = taughtClasses().filter((each) => each.code !== code);
  writeStored('local', key, left.length > 0 ? left : undefined);
}
/** After a new code the class is the same one. */
export function renameClass(from: string, to: string): void {
  // Another tab may have done it before.
  if (taughtClass(from)) writeStored('local', key, taughtClasses().filter((each) => each.code !== to).map((each) => (each.code === from ? { ...each, code: to } : each)));
}
/** False if the browser does not keep it. */
export function changeClass(code: string, change: Pick<TaughtClass, 'roster' | 'hidden'>): boolean {
  return taughtClass(code) !== undefined && writeStored('local', key, taughtClasses().map((each) => (each.code === code ? { ...each, ...change } : each)));
}

/** Lines of alias and name, apart by a comma, a semicolon, a tab, "=" or ":". What is no such line is left out. */
export function readRoster(text: string): Record<string, string> {
  const roster: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of text.slice(0, maxRosterLines * maxNameLength).split(/\r?\n/).slice(0, maxRosterLines)) {
    const [, alias, name] = /^\s*([^,،;\t=:]{1,40}?)\s*[,،;\t=:]\s*(.*\S)\s*$/.exec(line) ?? [];
    if (alias && name) roster[alias] = name.slice(0, maxNameLength);
  }
  return roster;
}
export const writeRoster = (roster: Record<string, string>): string =>
  Object.entries(roster).map(([alias, name]) => `${alias}, ${name}`).join('\n');
