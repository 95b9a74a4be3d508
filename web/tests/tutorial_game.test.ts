// @vitest-environment node
// The first game is a real table: every step of its path is legal, the bag gives what the path says, and a player who
// leaves the path plays on.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coach } from '../src/strings/en/coach.js';
import { firstDraw, firstPath, firstStart, isSameTrade, movesIn, stepOf } from '../src/worker/tutorial_game.js';
import { adviceOf, type Situation } from '../src/screens/table/coach.js';
import type { Move } from '../src/table/client.svelte.js';
import { act, bot, hinted, loadEngine, room, turn, until, you } from './support/room.js';

const at = (moves: string[], more: Partial<Situation> = {}): Situation => ({
  moves: moves.map((move, i) => ({ lines: 0, seat: 1 + (i % 2), move, sizes: [] }) as Move),
  myTurn: true, selection: { give: [], take: [] }, uneven: false, final: false, begun: true, watched: true, ...more,
});

test('trades are the same in any order, and the path is left by another one', () => {
  expect(isSameTrade('P+O=G', 'O+P=G')).toBe(true);
  expect(isSameTrade('O+P=G', 'O=G')).toBe(false);
  expect(stepOf([])).toBe(0);
  expect(stepOf(['P+O=G', 'B+W=O'])).toBe(2);
  expect(stepOf(['R+B=P'])).toBeUndefined();
  expect(movesIn(['open 0 at=1\n', 'move 1 at=1\n1: O+P=G\n', 'move 1 at=2\n1: draw\n1: deal R\n'])).toEqual(['O+P=G', 'draw']);
});

test('the ring goes from piece to piece to the button, and nowhere when something else is chosen', () => {
  const ring = (give: string[], take: string[] = []) => adviceOf(at([], { selection: { give, take } })).ring;
  expect(ring([])).toEqual({ where: 'hand', name: 'O' });
  expect(ring(['O'])).toEqual({ where: 'hand', name: 'P' });
  expect(ring(['P', 'O'])).toEqual({ where: 'board', name: 'G' });
  expect(ring(['O', 'P'], ['G'])).toEqual({ where: 'do' });
  expect(ring(['R'])).toBeUndefined();
  expect(adviceOf(at([], { begun: false })).id).toBe('begin');
  expect(adviceOf(at([], { selection: { give: ['O', 'P'], take: [] }, watched: false })).id).toBe('watch');
  expect(adviceOf(at([...firstPath.slice(0, 4)])).ring).toEqual({ where: 'bag' });
  expect(adviceOf(at([], { uneven: true })).id).toBe('uneven');
  expect(adviceOf(at(['R+B=P'])).id).toBe('fair');
  expect(adviceOf(at(['R+B=P', 'draw', 'R=R', 'Y=Y'], { final: true })).id).toBe('final');
});

test('what would be gone before it is read waits for the player', () => {
  const waits = (moves: string[], more: Partial<Situation> = {}) => adviceOf(at(moves, more)).waits ?? false;
  // The other player's turns of the path, unless the text is the same as before; and before one's own first move.
  firstPath.forEach((_, i) => expect(waits([...firstPath.slice(0, i)], { myTurn: ![1, 3, 6, 8].includes(i) }), `${i}`).toBe([1, 3, 8].includes(i)));
  expect(waits([], { begun: false })).toBe(true);
  expect(waits([], { selection: { give: ['O', 'P'], take: [] }, watched: false })).toBe(true);
  // Beside the path: not what goes on into one's own turn.
  expect(waits(['R+B=P'], { myTurn: false })).toBe(false);
  expect(waits(['R+B=P', 'draw', 'R=R', 'Y=Y', 'R=R'], { myTurn: false })).toBe(false);
  expect(waits(['R+B=P', 'R=R', 'R=R'], { myTurn: false, final: true })).toBe(true);
});

test('the bot waits until the coach is read, and for nobody who has left', async () => {
  const engine = await loadEngine();
  const { client, host, rows } = await room(engine, 'al-jabar', [you, { bot: 'level1', name: 'Hypatia' }], { first: true, unread: true });
  client.play('O+P=G');
  await until(() => client.pending === undefined);
  const { head } = client;
  const still = async () => {
    for (let i = 0; i < 20; ++i) await turn();
    return client.head === head;
  };
  expect(await still()).toBe(true);
  host.read(head - 1);
  expect(await still()).toBe(true);
  host.read(head);
  await until(() => client.myTurn);
  expect(stepOf(played(await rows()))).toBe(2);
  // What is read before the bot has chosen counts too.
  client.play('R+B=P');
  host.read(client.head + 1);
  await until(() => client.myTurn);
  client.play('draw');
  await until(() => client.pending === undefined);
  client.play('R+G+P=Y');
  await until(() => client.pending === undefined);
  await host.close();
});

const played = (rows: { body: string }[]) => movesIn(rows.map((row) => row.body));

test('the whole path is played by the engine, and the player wins, one to two', async () => {
  const engine = await loadEngine();
  const { client, info, rows } = await room(engine, 'al-jabar', [you, { bot: 'level1', name: 'Hypatia' }], { first: true });
  expect(info.setup.start).toBe(firstStart);
  for (const step of [0, 2, 4, 5, 7]) await act(client, firstPath[step]!);
  await until(() => client.over !== undefined);
  expect(stepOf(played(await rows()))).toBe(firstPath.length);
  expect(client.over?.winners).toEqual([1]);
  // What the page says at the end is in the last view.
  expect(client.view).toMatchObject({ final_round: { seat: 1, cause: 'one_piece' } });
  expect(client.view?.game === 'al-jabar' && client.view.hands.map((hand) => Object.values(hand).reduce((a, b) => a + b, 0))).toEqual([1, 2]);
});

test('a player who leaves the path continues, and rejoins where it was left', async () => {
  const engine = await loadEngine();
  const table = await room(engine, 'al-jabar', [you, { bot: 'level1', name: 'Hypatia' }], { first: true });
  await act(table.client, 'O+P=G');
  const again = await room(engine, 'al-jabar', [you, bot], { device: table.device, info: table.info });
  expect(again.client.moves.length === 0 || stepOf(played(await again.rows())) === 2).toBe(true);
  await act(again.client, await hinted(again.client));
  for (let i = 0; i < 60 && !again.client.over; ++i) await act(again.client, await hinted(again.client));
  expect(again.client.over).toBeDefined();
});

const source = (file: string) => readFileSync(new URL(`../../src/apps/coset/tui/${file}`, import.meta.url), 'utf8').replace(/"\s*\n\s*"/g, '');

test('the terminal has the same game', () => {
  const header = source('first_game.hpp');
  const said = (name: string) => new RegExp(`${name} = "([^"]*)"`).exec(header)?.[1];
  expect(said('first_start')).toBe(firstStart);
  expect(said('first_draw')).toBe(firstDraw);
  const path = /first_path = \{([^}]*)\}/.exec(header)![1]!;
  expect([...path.matchAll(/"([^"]*)"/g)].map((found) => found[1])).toEqual([...firstPath]);
});

test('the coach says the same in the terminal, but for what is touched or has petals', () => {
  const lines = [...source('coach.cpp').matchAll(/\{"(\w+)",\s*"([^"]*)",\s*"([^"]*)"\}/g)];
  const page = coach as Record<string, string>;
  const ids = Object.keys(page).filter((id) => `${id}.more` in page).map((id) => id.replace('coach.', ''));
  expect(lines.map((line) => line[1]).sort()).toEqual(ids.sort());
  for (const [, id, title, more] of lines) {
    if (!['touch', 'watch'].includes(id!)) expect(title, id).toBe(page[`coach.${id}`]);
    if (!['touch', 'take', 'draw', 'free'].includes(id!)) expect(more, id).toBe(page[`coach.${id}.more`]);
  }
});

test('the words of the path are read, and its motion is seen, within two minutes', () => {
  const page = coach as Record<string, string>;
  const said = ['begin', 'touch', 'watch', 'take', 'two', 'find', 'gone', 'draw', 'three', 'clear', 'last'];
  const words = said.flatMap((id) => `${page[`coach.${id}`]} ${page[`coach.${id}.more`]}`.split(/\s+/)).length;
  // 200 words a minute, a turn's motion for each decision, the pause in which the sum is watched.
  const seconds = (60 * words) / 200 + 1.2 * firstPath.length + 4.2;
  expect(seconds).toBeLessThanOrEqual(120);
});
