// The teacher's or the projector's end of a class: the wall as it was told last, and requests that are sent again until the
// class has answered them.
import { ClassLink, problemOf } from '../../class/class_link.svelte.js';
import { codeOf } from '../../class/code.js';
import type { ClassError } from '../../class/messages.js';
import { socketUrl } from '../../online/server_info.svelte.js';
import { ErrorWithCode, type LinkError, type Problem } from '../../transport/link.js';
import { hex } from '../../transport/random.js';
import { connect, type SocketDeps } from '../../transport/socket.js';
import type { FromClass, Numbered, Request, Tile, TileState, Wall } from './messages.js';
import { tileKey } from './order.js';

/** A request, and who waits for its answer. */
interface Waiting {
  request: Request;
  done: () => void;
  failed: (error: ErrorWithCode) => void;
}
/** Points of a tile's line of hand sizes. */
const maxCoursePoints = 400;

export class TeacherLink extends ClassLink<Numbered, FromClass> {
  wall = $state.raw<Wall>();
  disconnected = $state.raw<LinkError>();
  /** Why the class does not let us in. */
  problem = $state.raw<Problem>();
  /** The class does not let us in, or is no more. */
  ended = $state.raw<Problem>();
  /** How the hands at each table went since this page was opened. */
  courses = $state.raw<Record<string, number[][]>>({});

  /** The code for which another one was asked: until that is there, nobody asks again. */
  leaving = $state('');

  /** Since when each tile has been in its state. */
  #since = new Map<string, { state: TileState; at: number }>();
  readonly #waiting = new Map<string, Waiting>();

  constructor(code: string, token: string, role: 'teacher' | 'projector', deps?: SocketDeps) {
    super((listener) => connect(socketUrl(`ws/c/${code}`), listener, deps), { class: code, ...(token ? { token } : {}), role });
  }

  /** Resolves when the class has done it; an ErrorWithCode if it does not. */
  ask(request: Request): Promise<void> {
    // A second tap makes no second round and no second code.
    const again = JSON.stringify(request);
    if (request.type === 'pair' && [...this.#waiting.values()].some((each) => JSON.stringify(each.request) === again)) return Promise.resolve();
    const code = this.wall?.code;
    if (request.type === 'new_code') {
      if (this.leaving === code) return Promise.resolve();
      this.leaving = code ?? '';
    }
    const id = hex(8);
    return new Promise((done, failed) => {
      if (this.ended) return failed(new ErrorWithCode(this.ended));
      this.#waiting.set(id, { request, done, failed });
      this.requests = [...this.requests, { ...request, id }];
      this.sendLast();
    });
  }
  /** For how many seconds this page has seen the tile in its state. */
  secondsOf(tile: Tile, now: number): number {
    return Math.max(0, now - (this.#since.get(tileKey(tile))?.at ?? now)) / 1000;
  }

  protected override linkError(error: LinkError | undefined): void {
    this.disconnected = error;
    this.problem = error?.rejected;
  }
  protected override told(message: FromClass): void {
    if (message.type === 'wall') this.#show(message);
    else if (message.type === 'done') this.#answered(message.id)?.done();
    else if (message.type === 'closed') this.end({ code: 'class.closed', message: '' });
    else if (message.type === 'welcome') this.#welcome(message.class);
    else if (message.type === 'error' && !this.welcomed) this.problem = problemOf(message);
  }
  #welcome(code: string): void {
    this.problem = undefined;
    // A new code is told before the wall that has it, and there may be no time for that one.
    if (this.wall && codeOf(code)) this.wall = { ...this.wall, code };
  }
  #answered(id: string): Waiting | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.settle(id);
    return found;
  }
  protected override refused(id: string, error: ClassError): void {
    // A busy class is asked again; of anything else the teacher is told.
    if (error.code.endsWith('.busy')) return;
    const found = this.#answered(id);
    if (found?.request.type === 'new_code') this.leaving = '';
    found?.failed(new ErrorWithCode(problemOf(error)));
  }
  protected override end(problem: Problem): void {
    this.ended = this.problem = problem;
    for (const { failed } of this.#waiting.values()) failed(new ErrorWithCode(problem));
    this.#waiting.clear();
    this.requests = [];
    this.close();
  }
  #show(wall: Wall): void {
    if (!codeOf(wall.code) || !Array.isArray(wall.tiles)) return;
    this.wall = wall;
    const next: Record<string, number[][]> = {};
    for (const { table, counts } of wall.tiles) {
      if (!table || !counts?.length) continue;
      const course = Object.hasOwn(this.courses, table) ? this.courses[table]! : [];
      const same = course.at(-1)?.join() === counts.join();
      next[table] = same ? course : [...course, counts].slice(-maxCoursePoints);
    }
    this.courses = next;
    const now = Date.now();
    this.#since = new Map(wall.tiles.map((tile) => {
      const before = this.#since.get(tileKey(tile));
      return [tileKey(tile), before?.state === tile.state ? before : { state: tile.state, at: now }];
    }));
  }
}
