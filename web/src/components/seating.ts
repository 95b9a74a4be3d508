// Who sits at a table that is to be made, and how it is asked for.
import { levelIn, levelNumber, strongest, type Level } from '../app/levels.js';
import { ownName } from '../app/names.js';
import type { NewTable } from '../worker/rpc.js';
import { t, type StringId } from '../strings/strings.svelte.js';
import { en } from '../strings/en/index.js';

export type Seat = { who: 'you' } | { who: 'friend'; name: string } | { who: 'bot'; bot: string };

/** What people call a bot's level. */
export function levelName(bot: string): string {
  const n = levelNumber(bot);
  if (n) return t('level', { n });
  return bot === strongest ? t('level.strongest') : t('bot.other', { name: bot });
}
/** The same inside a sentence: a catalogue says it, since not every language has small letters there. */
export function levelInside(bot: string): string {
  const n = levelNumber(bot);
  return n ? t('level.inside', { n }) : levelName(bot);
}
/** How a level plays, in a sentence; what the engine says of it where we have no words of our own. */
export function levelAbout(game: string, seats: number, level: Level): string {
  const n = level.way ?? levelNumber(level.name);
  const ids = [`level.${game}.${n}.${seats > 2 ? 'many' : 'two'}`, `level.${game}.${n}`];
  const id = ids.find((each) => each in en);
  return id ? t(id as StringId) : level.about;
}

const botNames = 5;
/** What a bot at this seat, counted from 0, is called. */
export const botName = (seat: number): string => t(`bot.name.${seat % botNames}` as StringId);
export const friendName = (seat: number): string => t('new.seat.friend.name', { n: seat + 1 });

/** Names are as long as a table takes them. */
const clipped = (name: string): string => [...name.trim()].slice(0, 24).join('');

/** In a game that has these levels. */
export const seatsOf = (seats: Seat[], levels: Level[]): NewTable['seats'] =>
  seats.map((seat, i) => {
    if (seat.who === 'bot') return { bot: levelIn(levels, seat.bot), name: botName(i) };
    return { name: clipped(seat.who === 'you' ? ownName() : seat.name) || friendName(i) };
  });

/** As many seats as wanted: who is there stays, and new ones are bots. The reader always has one. */
export function resized(seats: Seat[], n: number, bot: string): Seat[] {
  const next = Array.from({ length: n }, (_, i): Seat => seats[i] ?? { who: 'bot', bot });
  if (n > 0 && !next.some((seat) => seat.who === 'you')) next[0] = { who: 'you' };
  return next;
}

/** The reader changes places with who sits there. */
export const movedTo = (seats: Seat[], place: number): Seat[] => {
  const own = seats.findIndex((seat) => seat.who === 'you');
  return seats.map((seat, i) => (i === place ? { who: 'you' } : i === own ? seats[place]! : seat));
};

/** The text of a spec with another number of seats. */
export const withSeats = (spec: string, n: number): string =>
  /\bseats=\d+/.test(spec) ? spec.replace(/\bseats=\d+/, `seats=${n}`) : `${spec} seats=${n}`;
