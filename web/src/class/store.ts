// What this device stores about a class: the pupil's token by the code of the class, the place in the current task, and work that
// the class has not answered yet. A locked phone or a reload is back in its place.
import { askToLast } from '../app/lasting.js';
import { changeSeat, forgetSeat, savedSeats } from '../online/seats.js';
import { readStored, storedKeys, writeStored } from '../storage.js';
import { hex } from '../transport/random.js';
import { codeOf } from './code.js';
import type { Outbox } from './link.js';
import type { Numbered } from './messages.js';

export interface Place {
  seed: string;
  answers: string;
  /** The item that is shown went wrong, or help was taken. */
  slipped?: boolean;
}

const isToken = /^[0-9a-f]{32}$/;
const orphanKey = 'coset.class.orphan';
/** In milliseconds. */
const orphanTime = 2 * 3_600_000;
const parts = ['', '.place', '.game', '.outbox'];
type Area = 'local' | 'session';
/** What the browser did not store, as long as the page is there. */
const unstored = new Map<string, unknown>();
const read = (area: Area, key: string): unknown => unstored.get(area + key) ?? readStored(area, key);
function write(area: Area, key: string, value: unknown): void {
  if (writeStored(area, key, value) || value === undefined) unstored.delete(area + key);
  else unstored.set(area + key, value);
}
const isNumbered = (each: Partial<Numbered> | null): each is Numbered => typeof each?.id === 'string' && typeof each.type === 'string';

/** `extra`: a teacher looks at what pupils see; nothing of it outlives the tab. */
export class ClassStore {
  readonly #area: Area;
  /** Ids of requests of this page; another tab may keep its own beside them. */
  readonly #own = new Set<string>();

  constructor(
    readonly code: string,
    readonly extra = false,
  ) {
    this.#area = extra ? 'session' : 'local';
  }
  #key(part: string): string {
    return `coset.class.${this.code}${part}`;
  }
  #read(part: string): unknown {
    return read(this.#area, this.#key(part));
  }
  #write(part: string, value: unknown): void {
    write(this.#area, this.#key(part), value);
  }
  get token(): string | undefined {
    const token = (this.#read('') as { token?: unknown } | undefined)?.token;
    return typeof token === 'string' && isToken.test(token) ? token : undefined;
  }
  /** The token of this device; made at the first visit. */
  takeToken(): string {
    const found = this.token;
    if (found) return found;
    const token = this.#adopted() ?? hex(16);
    this.#write('', { token });
    if (!this.extra) askToLast();
    return token;
  }
  /** The class has another code now, which was drawn while this device was away: the pupil has to type it, and is known by the
   * token. It is offered to the next class, and only for a lesson's time; the rest stays here until a class has taken it. */
  orphan(now = Date.now()): void {
    const { token } = this;
    if (!token || this.extra) return;
    // Another class's is given up.
    this.#adopted(Infinity);
    this.#forget('');
    write('local', orphanKey, { token, at: now, from: this.code });
  }
  /** The orphan, with all that was kept for it; after its time that is deleted. */
  #adopted(now = Date.now()): string | undefined {
    const found = this.extra ? undefined : (read('local', orphanKey) as { token?: unknown; at?: unknown; from?: unknown } | undefined);
    if (!found) return undefined;
    write('local', orphanKey, undefined);
    const { token, at, from } = found;
    const good = typeof token === 'string' && isToken.test(token) && typeof at === 'number' && now - at <= orphanTime;
    const there = typeof from === 'string' && from !== this.code ? codeOf(from) : undefined;
    const old = there === undefined ? undefined : new ClassStore(there);
    if (good) old?.moveTo(this.code);
    else old?.forget();
    return good ? token : undefined;
  }
  /** The secret of the teacher whose browser this is, for a page that is not counted. */
  get teacher(): string | undefined {
    const kept = this.extra ? readStored('local', 'coset.teach') : undefined;
    const own = Array.isArray(kept) ? kept.find((each: { code?: unknown }) => each?.code === this.code) : undefined;
    return typeof own?.teacher === 'string' ? own.teacher : undefined;
  }
  /** The class has another code now: everything of it goes there, unless another pupil is there already. */
  moveTo(code: string): void {
    const there = new ClassStore(code, this.extra);
    const { token } = this;
    if (!token || (there.token ?? token) === token)
      for (const part of parts) {
        const kept = this.#read(part);
        // Another tab may have moved it before.
        if (kept !== undefined) there.#write(part, part === '.outbox' ? [...there.#sent(), ...this.#sent()] : kept);
      }
    for (const table of this.#tables()) changeSeat(table, { class: code });
    this.forget();
  }
  /** After a removal the next visit is a new pupil's, and no table of the class can be played. */
  remove(): void {
    for (const table of this.#tables()) forgetSeat(table);
    this.forget();
  }
  /** A teacher who looks on has no seats. */
  #tables(): string[] {
    return this.extra ? [] : savedSeats().filter(([, seat]) => seat.class === this.code).map(([table]) => table);
  }
  forget(): void {
    this.#forget(...parts);
  }
  #forget(...which: string[]): void {
    for (const part of which) this.#write(part, undefined);
  }

  /** How far a lesson has come by the task's text: its items' seed, and `+` or `-` per showing. */
  place(task: string): Place | undefined {
    const found = this.#read('.place') as Partial<Record<'task' | keyof Place, unknown>> | undefined;
    const { seed, answers, slipped } = found ?? {};
    if (found?.task !== task || typeof seed !== 'string' || typeof answers !== 'string') return undefined;
    return /^\d{1,20}$/.test(seed) && /^[+-]{0,64}$/.test(answers) ? { seed, answers, ...(slipped === true ? { slipped } : {}) } : undefined;
  }
  setPlace(task: string, place: Place): void {
    this.#write('.place', { task, ...place });
  }
  /** The local table of a task's game. */
  game(task: string): string | undefined {
    const found = this.#read('.game') as { task?: unknown; table?: unknown } | undefined;
    return found?.task === task && typeof found.table === 'string' ? found.table : undefined;
  }
  setGame(task: string, table: string): void {
    this.#write('.game', { task, table });
  }

  #sent(): Numbered[] {
    const found = this.#read('.outbox');
    return Array.isArray(found) ? found.filter(isNumbered) : [];
  }
  readonly outbox: Outbox = {
    get: () => {
      const all = this.#sent();
      for (const { id } of all) this.#own.add(id);
      return all;
    },
    set: (requests) => {
      const all = [...this.#sent().filter(({ id }) => !this.#own.has(id)), ...requests];
      for (const { id } of requests) this.#own.add(id);
      this.#write('.outbox', all.length > 0 ? all : undefined);
    },
  };
}

/** Deletes everything about classes from this device. */
export function forgetClasses(): void {
  unstored.clear();
  for (const name of storedKeys('local').filter((each) => each.startsWith('coset.class.'))) writeStored('local', name, undefined);
}
