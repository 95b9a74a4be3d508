// A class behind a pupil's page without a server: it answers as cosetd does, keeps what pupils sent, and does what a teacher would.
import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';

export type Sent = { type: string; id?: string } & Record<string, unknown>;
interface Pupil {
  number: number;
  alias: string;
  hand: boolean;
  table?: { name: string; invitation: string; spec: string };
}

const names = ['Brave Newt', 'Calm Owl', 'Red Fox', 'Tiny Elk', 'Old Crab', 'Kind Bat', 'Shy Wolf', 'Bold Tit', 'Dark Swan'];

export class PupilClass {
  task = 'lesson colours.not-paint 1';
  paused = false;
  locked = false;
  /** Strangers in the class already. */
  others = 27;
  options = { think_first: true, free_names: false };
  /** Every message but hellos and heartbeats, in order. */
  readonly sent: Sent[] = [];
  /** Answers of the HTTP API and errors of `join`, if they are to be other ones. */
  info: { status: number; json: unknown; headers?: Record<string, string> } | undefined;
  refusal = '';
  /** Requests are not answered: the class is busy. */
  deaf = false;
  #number = 1;
  readonly #pupils = new Map<string, Pupil>();
  readonly #sockets = new Map<WebSocketRoute, string>();

  constructor(readonly code = 'K7P2QX') {}

  async serve(where: Page | BrowserContext): Promise<void> {
    await where.route('**/api/server', (route) => route.fulfill({ json: { name: 'cosetd', version: '0', protocol: 1, online: true } }));
    await where.route('**/api/me/tables', (route) => route.fulfill({ json: { tables: [], pending: [] } }));
    await where.route(/\/api\/classes\/[^/]+$/, async (route) => {
      if (this.info) return route.fulfill(this.info);
      const known = new URL(route.request().url()).pathname.endsWith(`/${this.code}`);
      return known
        ? route.fulfill({ json: { class: this.code, pupils: this.others + this.#pupils.size, locked: this.locked, language: 'en' } })
        : route.fulfill({ status: 404, json: { error: { code: 'class.not_found', message: 'There is no class with this code.' } } });
    });
    await where.routeWebSocket(/\/ws\/c\//, (socket) =>
      this.info ? void socket.close({ code: 1013 }) : socket.send(JSON.stringify({ type: 'error', code: 'class.not_found', message: 'There is no class with this code.' })));
    await where.routeWebSocket(new RegExp(`/ws/c/${this.code}$`), (socket) => {
      socket.onMessage((text) => this.#on(socket, JSON.parse(String(text)) as Sent));
      socket.onClose(() => this.#sockets.delete(socket));
    });
  }
  /** How often a page has come, or come back. */
  hellos = 0;
  /** The requests of a type: what is sent again is still one. */
  of(type: string): Sent[] {
    return this.every(type).filter(({ id }, i, all) => id === undefined || all.findIndex((each) => each.id === id) === i);
  }
  every(type: string): Sent[] {
    return this.sent.filter((each) => each.type === type);
  }

  // What a teacher does.
  pause(on: boolean): void {
    this.paused = on;
    this.#tellStates();
  }
  send(task: string): void {
    this.task = task;
    this.#tellStates();
  }
  seat(alias: string, table: { name: string; invitation: string; spec: string }): void {
    for (const pupil of this.#pupils.values()) if (pupil.alias === alias) pupil.table = table;
  }
  removeAll(): void {
    for (const [socket] of this.#sockets) this.#tell(socket, { type: 'removed' });
  }
  lowerAll(): void {
    for (const pupil of this.#pupils.values()) pupil.hand = false;
    this.#tellStates();
  }
  /** As when the server dies. */
  async drop(): Promise<void> {
    for (const [socket] of this.#sockets) await socket.close({ code: 1001 });
    this.#sockets.clear();
  }

  #tell(socket: WebSocketRoute, message: object): void {
    socket.send(JSON.stringify(message));
  }
  #state(pupil: Pupil) {
    return { number: this.#number, paused: this.paused, task: this.task, ...(pupil.table ? { table: pupil.table } : {}), ...(pupil.hand ? { hand: true } : {}) };
  }
  #tellStates(): void {
    ++this.#number;
    for (const [socket, token] of this.#sockets) {
      const pupil = this.#pupils.get(token);
      if (pupil) this.#tell(socket, { type: 'state', ...this.#state(pupil) });
    }
  }
  #welcome(socket: WebSocketRoute, token: string, skip = 0): void {
    const pupil = this.#pupils.get(token);
    const taken = [...this.#pupils.values()].map(({ alias }) => alias);
    const free = names.filter((name) => !taken.includes(name));
    this.#tell(socket, {
      type: 'welcome', class: this.code, language: 'en', role: 'pupil', locked: this.locked, pupils: this.others + this.#pupils.size, options: this.options,
      ...(pupil ? { you: pupil.number, alias: pupil.alias, state: this.#state(pupil) } : { offers: [0, 1, 2].map((i) => free[(skip + i) % free.length]) }),
    });
  }
  #on(socket: WebSocketRoute, message: Sent): void {
    if (message.type === 'heartbeat') return;
    if (message.type === 'hello') {
      ++this.hellos;
      this.#sockets.set(socket, message['token'] as string);
      return this.#welcome(socket, message['token'] as string, (message['skip'] as number | undefined) ?? 0);
    }
    this.sent.push(message);
    if (this.deaf) return;
    const token = this.#sockets.get(socket)!;
    const { id } = message;
    if (message.type === 'join' && this.refusal) return this.#tell(socket, { type: 'error', code: this.refusal, message: 'No.', id });
    if (message.type === 'join') this.#pupils.set(token, { number: this.#pupils.size + 1, alias: message['alias'] as string, hand: false });
    if (message.type === 'raise') this.#pupils.get(token)!.hand = message['up'] as boolean;
    ++this.#number;
    const answer = message.type === 'answer' ? { type: 'answered', id, correct: true } : message.type === 'tried' ? { type: 'tried', id, misconception: 'other' } : { type: 'done', id };
    this.#tell(socket, answer);
    if (message.type === 'join') this.#welcome(socket, token);
    if (message.type === 'raise') this.#tellStates();
  }
}
