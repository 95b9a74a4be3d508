// A class behind the teacher's page without a server: it keeps what was asked, answers as cosetd does, and tells the wall.
import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';
import { expect, hurry } from './support.js';

interface Pupil {
  pupil: number;
  alias: string;
  here: boolean;
}
interface Tile {
  table?: string;
  pupils: Pupil[];
  counts?: number[];
  state: string;
  need: number;
  last_try?: { give: string[]; take: string[]; misconception: string };
  center?: Record<string, number>;
  round?: number;
  final_round?: true;
  top?: string;
}
export type Asked = { type: string; id?: string } & Record<string, unknown>;

const aliases = ['Brave Newt', 'Calm Owl', 'Red Fox', 'Tiny Elk', 'Old Crab', 'Kind Bat', 'Blue Jay', 'Fine Yak', 'Wild Ant', 'Pale Moth', 'Soft Lynx', 'Neat Hen', 'Quick Eel', 'Slow Ox', 'Shy Wolf', 'Bold Tit', 'Dark Swan', 'Last Ibis', 'Grey Seal', 'Dry Toad', 'Loud Wren', 'Mild Asp', 'Warm Kite', 'Thin Pug', 'Light Doe', 'Deep Carp', 'Rare Lark', 'Swift Gnu', 'Young Cod', 'Good Ram'];

export const answersCsv =
  'class,table,alias,item,kind,group,prompt,answer,correct,first_try,tries,hints,misconception,ms,at\r\n' +
  'K7M4XR,,Brave Newt,1,sum,Z2^3,"O+P, what is it?",W,false,true,1,0,paint,5300,2026-11-18T09:00:00Z\r\n' +
  'K7M4XR,,Calm Owl,1,sum,Z2^3,"O+P, what is it?",G,true,true,1,0,,4100,2026-11-18T09:00:02Z\r\n';

export class FakeClass {
  code = 'K7M4XR';
  /** Everything that teachers asked, in order; without heartbeats. */
  readonly asked: Asked[] = [];
  /** The secrets that the class was opened with. */
  opened: { language: string; teacher: string; projector: string } | undefined;
  /** What was asked over HTTP: method, path and the header. */
  readonly requests: string[] = [];
  forgotten = false;
  wall: Record<string, unknown> & { tiles: Tile[]; round: number; expected: number };
  readonly #sockets = new Map<WebSocketRoute, string>();
  #number = 1;

  constructor() {
    this.wall = {
      type: 'wall', number: 1, code: this.code, here: 0, pupils: 0, expected: 0, locked: false, paused: false,
      options: { think_first: true, free_names: false }, task: '', round: 0, tiles: [], misconceptions: [], trades: 0, other: 0,
      answers: 0, wrong: 0, first_tries: { right: 0, of: 0 },
    };
  }

  async serve(where: Page | BrowserContext): Promise<void> {
    await where.route('**/api/server', (route) => route.fulfill({ json: { name: 'cosetd', version: '0', protocol: 1, online: true } }));
    await where.route('**/api/me/classes', (route) => route.fulfill({ json: { classes: [] } }));
    await where.route('**/api/classes', async (route) => {
      this.opened = route.request().postDataJSON() as NonNullable<FakeClass['opened']>;
      await route.fulfill({ status: 201, json: { class: this.code } });
    });
    await where.route(/\/api\/classes\/.+/, async (route) => {
      const request = route.request();
      const authorization = (await request.headerValue('authorization')) ?? '';
      this.requests.push(`${request.method()} ${new URL(request.url()).pathname} ${authorization}`);
      if (authorization !== `Bearer ${this.opened?.teacher}`) return route.fulfill({ status: 403, json: { error: { code: 'class.teacher', message: 'no' } } });
      if (request.method() === 'DELETE') {
        this.forgotten = true;
        return route.fulfill({ status: 204 });
      }
      return route.fulfill({ contentType: 'text/csv', body: answersCsv });
    });
    await where.routeWebSocket(/\/ws\/c\//, (socket) => {
      socket.onMessage((data) => this.#on(socket, JSON.parse(String(data)) as Asked));
      socket.onClose(() => this.#sockets.delete(socket));
    });
  }

  #on(socket: WebSocketRoute, message: Asked): void {
    if (message.type === 'heartbeat') return;
    if (message.type === 'hello') {
      if (message['class'] !== this.code) return socket.send(JSON.stringify({ type: 'error', code: 'class.not_found', message: 'There is no class with this code.' }));
      const secret = message['role'] === 'teacher' ? this.opened?.teacher : this.opened?.projector;
      if (message['token'] !== secret) return socket.send(JSON.stringify({ type: 'error', code: 'class.teacher', message: 'Only the teacher of this class may do this.' }));
      this.#sockets.set(socket, String(message['role']));
      socket.send(JSON.stringify({ type: 'welcome', class: this.code, language: 'en', role: message['role'], locked: false, pupils: 0, options: this.wall['options'] }));
      return this.#tell(socket);
    }
    this.asked.push(message);
    this.#do(message);
    socket.send(JSON.stringify({ type: 'done', id: message.id }));
    this.tell();
  }
  #do(message: Asked): void {
    if (message.type === 'pause') this.wall['paused'] = message['on'];
    if (message.type === 'lock') this.wall['locked'] = message['on'];
    if (message.type === 'task') this.wall['task'] = message['task'];
    if (message.type === 'show') this.wall['show'] = message['what'];
    if (message.type === 'options') {
      const { expected, think_first, free_names } = message as unknown as { expected?: number; think_first?: boolean; free_names?: boolean };
      if (expected !== undefined) this.wall.expected = expected;
      this.wall['options'] = { ...(this.wall['options'] as object), ...(think_first === undefined ? {} : { think_first }), ...(free_names === undefined ? {} : { free_names }) };
    }
    if (message.type === 'new_code') this.wall['code'] = this.code = 'Q2W3E4';
    if (message.type === 'pair') this.pair();
    if (message.type === 'lower')
      for (const tile of this.wall.tiles) if (tile.pupils.some(({ pupil }) => pupil === message['pupil'])) Object.assign(tile, { state: 'playing', need: 0 });
  }

  /** So many pupils are in, each at the first lesson. */
  join(n: number): void {
    this.wall.tiles = aliases.slice(0, n).map((alias, i) => ({ pupils: [{ pupil: i + 1, alias, here: true }], state: 'learning', need: 0, counts: [i % 4, 4] }));
    Object.assign(this.wall, { here: n, pupils: n });
    this.tell();
  }
  /** Tables of two; the one left over plays a bot. */
  pair(): void {
    const all = this.wall.tiles.flatMap(({ pupils }) => pupils).sort((a, b) => a.pupil - b.pupil);
    const tiles: Tile[] = [];
    for (let i = 0; i < all.length; i += 2) tiles.push({ table: `oak-${i / 2 + 1}`, pupils: all.slice(i, i + 2), counts: [8, 8], state: 'playing', need: 0 });
    this.wall.tiles = tiles;
    this.wall.round += 1;
    this.wall['task'] = 'tables';
  }
  tell(): void {
    for (const socket of this.#sockets.keys()) this.#tell(socket);
  }
  #tell(socket: WebSocketRoute): void {
    const projector = this.#sockets.get(socket) === 'projector';
    const tiles = projector ? this.wall.tiles.map((tile) => ({ ...tile, pupils: tile.pupils.map(({ pupil, here }) => ({ pupil, here })) })) : this.wall.tiles;
    socket.send(JSON.stringify({ ...this.wall, number: ++this.#number, tiles }));
  }
  /** The lesson of the mock-up: three tables need the teacher, and four wrong ideas go round. */
  busy(): void {
    const [a, b, c] = this.wall.tiles;
    Object.assign(a!, { state: 'hand_up', need: 4 });
    Object.assign(b!, { state: 'not_level', need: 3, last_try: { give: ['O', 'P'], take: ['W'], misconception: 'paint' } });
    Object.assign(c!, { state: 'idle', need: 2 });
    Object.assign(this.wall.tiles.at(-1)!, { state: 'finished', counts: [0, 5] });
    const idea = (word: string, pupils: number, cases: number, share: number, chance: number, example: string) => ({ word, pupils, cases, trades: cases, share, chance, example });
    Object.assign(this.wall, {
      misconceptions: [idea('paint', 8, 14, 350, 55, 'O+P=W'), idea('white_swallows', 5, 7, 175, 33, 'W+R=W'), idea('all_gone', 3, 4, 100, 0, 'R+R+R=C'), idea('clear_counts', 1, 2, 50, 33, 'R+C=C')],
      trades: 40, other: 13, answers: 212, wrong: 60, first_tries: { right: 151, of: 212 },
    });
    this.tell();
  }
  /** What lies on the boards, as on the mock-up. */
  boards(): void {
    const centers = ['POWG', 'RB', 'YGW', 'ROPCC', 'BWW', 'YBG', 'RW', 'OG', 'PY', 'W', 'RGB', 'OW', 'YP', 'BG', 'RYW'];
    this.wall['spec'] = 'al-jabar Z2^3 seats=2';
    for (const [i, tile] of this.wall.tiles.entries()) {
      Object.assign(tile, { center: [...centers[i % centers.length]!], round: 2 + (i % 5) }, i === 11 ? { final_round: true } : {});
    }
    this.tell();
  }
  /** Every table plays on: hands change. */
  play(rounds: number): void {
    for (let round = 1; round <= rounds; ++round) {
      for (const [i, tile] of this.wall.tiles.entries()) if (tile.counts && tile.state !== 'finished') tile.counts = [Math.max(1, 9 - ((round * (i + 2)) % 8)), Math.max(1, 8 - ((round * (i + 1)) % 7))];
      this.tell();
    }
  }
}

/** One click, and the class is open. */
export async function openClass(page: Page, more: Record<string, unknown> = {}): Promise<FakeClass> {
  const room = new FakeClass();
  await room.serve(page.context());
  await hurry(page, more);
  await page.goto('#/teach');
  await page.locator('button.open').click();
  await expect(page.getByTestId('here')).toBeVisible();
  return room;
}
export const tiles = (page: Page) => page.locator('[data-tile]');
export const asked = (room: FakeClass, type: string) => expect.poll(() => room.asked.map((each) => each.type)).toContain(type);
