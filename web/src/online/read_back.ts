// Reads a file that Data.svelte saved back into this device: adds what is not here, and replaces nothing. The file may be
// anybody's. What the device's store keeps is read in the worker.
import { levelNumber } from '../app/levels.js';
import { nameError } from '../app/name_rule.js';
import { set, settings, untouched, type Settings } from '../app/settings.svelte.js';
import { languages } from '../strings/strings.svelte.js';
import { ErrorWithCode } from '../transport/link.js';
import { entriesOf, fieldOf, isTrue, line, listOf, present, tableName, textOf, wholeOf } from '../untrusted.js';
import { host } from '../worker/host.js';
import type { Count } from '../worker/read_back.js';
import { block, blocked } from './blocked_names.svelte.js';
import { addPlayed, played, type Played } from './history.js';
import { maxSeats, savedSeats, saveSeat, type SavedSeat } from './seats.js';

/** The form of the file that is saved now; files of before had none. */
export const fileFormat = 1;
export const maxFileBytes = 1_000_000;

export interface FileRead {
  games: Count;
  lessons: Count;
  puzzles: Count;
  /** How many settings were as on the first visit, and are not any more. */
  settings: number;
  unread: number;
}

const hex = (most: number) => new RegExp(`^[0-9a-f]{1,${most}}$`);

export function readSeat(value: unknown): SavedSeat | undefined {
  const spec = textOf(fieldOf(value, 'spec'), line);
  const at = wholeOf(fieldOf(value, 'at'));
  if (spec === undefined || at === undefined) return undefined;
  const small = (name: string) => wholeOf(fieldOf(value, name), 16);
  const yes = (name: string) => isTrue(fieldOf(value, name));
  return {
    spec, at, entropy: textOf(fieldOf(value, 'entropy'), hex(64)) ?? '',
    ...present({
      token: textOf(fieldOf(value, 'token'), /^[0-9a-f]{32}$/), commitment: textOf(fieldOf(value, 'commitment'), hex(128)), place: small('place'), placed: yes('placed'),
      bots: small('bots'), heard: yes('heard'), rematch: small('rematch'), instead: yes('instead'), fell: wholeOf(fieldOf(value, 'fell'), 1000), pending: yes('pending'),
      invitation: textOf(fieldOf(value, 'invitation'), hex(64)), finished: yes('finished'), you: small('you'), correspondence: yes('correspondence'),
      class: textOf(fieldOf(value, 'class'), /^[A-Z0-9]{6}$/),
    }),
  };
}

export function readPlayed(value: unknown): Played | undefined {
  const table = textOf(fieldOf(value, 'table'), tableName);
  const spec = textOf(fieldOf(value, 'spec'), line);
  const at = wholeOf(fieldOf(value, 'at'));
  const you = wholeOf(fieldOf(value, 'you'), 16, 1);
  const names = listOf(fieldOf(value, 'names')).slice(0, 16).map((name) => textOf(name, line) ?? '');
  const winners = listOf(fieldOf(value, 'winners')).slice(0, 16).flatMap((seat) => wholeOf(seat, 16, 1) ?? []);
  return table === undefined || spec === undefined || at === undefined || you === undefined ? undefined : { table, spec, at, you, names, winners };
}

const oneOf = (...all: unknown[]) => (value: unknown) => all.includes(value);
const isSwitch = (value: unknown) => typeof value === 'boolean';
const legal: Record<keyof Settings, (value: unknown) => boolean> = {
  theme: oneOf('system', 'light', 'dark', 'contrast'), pieces: oneOf('ingredient', 'mono', 'plain'), clear: oneOf('clear', 'black'), motion: oneOf('system', 'full', 'none'),
  speed: oneOf(0, 0.5, 1), volume: (value) => typeof value === 'number' && value >= 0 && value <= 1, language: oneOf(...languages.map(({ id }) => id)),
  letters: isSwitch, vectors: isSwitch, sound: isSwitch, haptics: isSwitch, autoDraw: isSwitch, hideNames: isSwitch, welcomed: isSwitch,
  name: (value) => typeof value === 'string' && nameError(value) === undefined, level: (value) => typeof value === 'string' && levelNumber(value) !== undefined,
};
function readSettings(file: unknown): number {
  const found = untouched().filter((name) => {
    const value = fieldOf(file, name);
    return value !== undefined && value !== settings[name] && legal[name](value);
  });
  set(Object.fromEntries(found.map((name) => [name, fieldOf(file, name)])) as Partial<Settings>);
  return found.length;
}

/** Throws an ErrorWithCode `file.big`, `file.other` or `file.newer`, and what the store throws. */
export async function readFile(file: Blob): Promise<FileRead> {
  const refuse = (code: string) => new ErrorWithCode({ code, message: code });
  if (file.size > maxFileBytes) throw refuse('file.big');
  let all: unknown;
  try {
    all = JSON.parse(await file.text());
  } catch {
    throw refuse('file.other');
  }
  if (typeof fieldOf(all, 'coset') !== 'string') throw refuse('file.other');
  const format = fieldOf(all, 'format') ?? 0;
  if (typeof format !== 'number' || format > fileFormat) throw refuse('file.newer');

  const device = await host.call.readBack({ tables: listOf(fieldOf(all, 'tables')), scores: listOf(fieldOf(all, 'scores')), items: listOf(fieldOf(all, 'items')), notes: fieldOf(all, 'notes') });
  const added = new Set(device.games.added);
  const here = new Set(device.games.here);
  let { unread } = device;

  const seats = new Map(savedSeats());
  for (const [table, value] of entriesOf(fieldOf(all, 'seats'))) {
    const seat = tableName.test(table) ? readSeat(value) : undefined;
    if (!seat) ++unread;
    else if (seats.has(table)) here.add(table);
    else if (seats.size < maxSeats) {
      seats.set(table, seat);
      saveSeat(table, seat);
      added.add(table);
    }
  }
  const known = new Set(played().map(({ table }) => table));
  const fresh: Played[] = [];
  for (const value of listOf(fieldOf(all, 'history'))) {
    const game = readPlayed(value);
    if (!game) ++unread;
    else if (known.has(game.table)) here.add(game.table);
    else {
      known.add(game.table);
      fresh.push(game);
      added.add(game.table);
    }
  }
  addPlayed(fresh);
  for (const name of listOf(fieldOf(all, 'blocked')).slice(0, 16)) if (typeof name === 'string' && nameError(name) === undefined && blocked().length < 16 && !blocked().includes(name)) block(name);
  for (const table of added) here.delete(table);
  return { games: [added.size, here.size], lessons: device.lessons, puzzles: device.puzzles, settings: readSettings(fieldOf(all, 'settings')), unread };
}
