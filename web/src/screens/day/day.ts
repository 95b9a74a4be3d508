// What is known of a day: its deal and par, how it went here, and the week that it ends.
import { today } from '../../app/day.js';
import { host } from '../../worker/host.js';
import { dealOf, playedDeals, solvedPuzzles, type Deal } from '../home/today.js';

export interface DayFacts {
  seed: string;
  par: number;
  deal: Deal;
  /** The days on which a deal or a puzzle was done. */
  played: string[];
  /** How many days in a row, with a day of rest a week. */
  streak: number;
}

/** A day of the calendar, not only its form. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

export async function factsOf(day: string): Promise<DayFacts> {
  const [{ seed }, tables, scores, puzzles] = await Promise.all([
    host.call.daily('solitaire', day), host.call.tables(), host.call.scores(), solvedPuzzles(),
  ]);
  const played = [...playedDeals(tables, scores), ...puzzles];
  const [par, streak] = await Promise.all([host.call.par('solitaire', seed), host.call.streak(played, today())]);
  return { seed, par, deal: dealOf(day, tables, scores), played, streak: streak.days };
}

/** Whole hours until the calendar of this device turns, at least one. */
export function hoursLeft(now: number): number {
  const at = new Date(now);
  const next = new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
  return Math.max(1, Math.round((next.getTime() - now) / 3_600_000));
}
