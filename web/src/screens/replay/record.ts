// The record of a kept table: asked for as its first person, or as a spectator.
import type { SeatInfo, told } from '../../engine/index.js';
import { ErrorWithCode, type Past } from '../../transport/link.js';
import { host } from '../../worker/host.js';
import type { TableInfo } from '../../worker/store.js';
import { fetchTable } from '../../online/remote_session.js';
import { loadServerInfo } from '../../online/server_info.svelte.js';

export interface Kept {
  info: TableInfo;
  seats: SeatInfo[];
  record: string;
  /** Hands are hidden from this reader. */
  partial: boolean;
}

const patience = 4000;

export async function recordOf(name: string): Promise<Kept | undefined> {
  const info = await host.call.table(name);
  if (!info) return farRecord(name);
  const token = info.setup.seats.find((seat) => seat.token !== undefined)?.token;
  return new Promise((found, failed) => {
    let seats: SeatInfo[] = [];
    let record: string | undefined;
    const done = (text: string) => {
      clearTimeout(waiting);
      link.close();
      found({ info, seats, record: text, partial: isPartial(text) });
    };
    const link = host.link(name, {
      told: (message) => {
        if (message.type === 'welcome' || message.type === 'seats') seats = message.seats;
        if (message.type === 'error') failed(new ErrorWithCode(message));
        if (message.type === 'snapshot') {
          record = message.record;
          if (!info.over) done(message.record);
        }
        if (message.type === 'game_over') done(message.record);
      },
      linkError: () => undefined,  // what is kept already can be read all the same
      closed: (problem) => failed(new ErrorWithCode(problem)),
    });
    const waiting = setTimeout(() => (record === undefined ? failed(new Error('timeout')) : done(record)), patience);
    link.say({ type: 'hello', proto: 1, table: name, ...(token === undefined ? {} : { token }) });
  });
}

/** A finished game of a server. */
async function farRecord(name: string): Promise<Kept | undefined> {
  const about = (await loadServerInfo()) ? await fetchTable(name) : undefined;
  if (!about?.record) return undefined;
  const facts = await host.call.spec(about.spec);
  const seats = about.names.map((each, i) => ({ seat: i + 1, name: each, player: 'human' as const }));
  const info: TableInfo = {
    name, setup: { table: name, spec: facts.spec, seats: about.names.map((each) => ({ name: each })) }, game: facts.game, group: facts.group,
    created: 0, touched: 0, over: { ending: about.ending ?? '', scores: [], winners: about.winners ?? [] },
  };
  return { info, seats, record: about.record, partial: isPartial(about.record) };
}

/** The seat of the one person who played here; 0 if there were several, or none. */
export function readerOf(info: TableInfo): number {
  const people = info.setup.seats.flatMap((seat, i) => (seat.token === undefined ? [] : [i + 1]));
  return people.length === 1 ? people[0]! : 0;
}

/** Whether a game is over: by its rules, or for its table, as after a resignation. */
export const isFinished = (info: TableInfo | undefined, end: Pick<told.MatchState, 'over'>): boolean => (info ? info.over !== undefined : end.over);

/** What each seat has got in the end: a share of the victory, or Solitaire's score; nothing if nobody won. */
export function resultOf(game: TableInfo['game'], info: TableInfo | undefined, end: Pick<told.MatchState, 'over' | 'points' | 'winners'>): number[] {
  const winners = info?.over?.winners ?? end.winners;
  if (game === 'solitaire') return end.over ? end.points.slice(0, 1) : [];
  return winners.length === 0 ? [] : end.points.map((_, i) => (winners.includes(i + 1) ? 1 / winners.length : 0));
}

export const isPartial = (record: string) => /(: deal|^position) \?$/m.test(record);

export const linesOf = (record: string) =>
  record.split('\n').slice(2).filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('position ')).length;

export const specOf = (record: string) => record.split('\n')[1] ?? '';

/** How many lines to play so that a decision has been made and everything has been dealt after it. */
export function linesAt(past: Past[], at: number, all: number): number {
  return at >= past.length ? all : past[at]!.lines - 1;
}

/** The decision that an address names by its lines: how many have been made by then. */
export const decisionAt = (past: Past[], lines: number) => past.filter((decision) => decision.lines <= lines).length;
