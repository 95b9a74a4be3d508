// A challenge that is taken up: a table with the same deal and the same bots, on this device.
import { levelNumber } from '../../app/levels.js';
import { ownName } from '../../app/names.js';
import type { told } from '../../engine/index.js';
import { botName } from '../../components/seating.js';
import type { TableInfo } from '../../worker/store.js';
import { host } from '../../worker/host.js';
import { dailyOf } from '../home/start.js';
import type { Challenge } from './link.js';

/** What the engine says about its game. Throws if there is no such game, or not with these seats and levels. */
export async function factsOf({ spec, bots }: Challenge): Promise<told.SpecFacts> {
  const facts = await host.call.spec(spec);
  const missing = bots.find((bot) => bot !== undefined && !facts.levels.some((level) => level.name === bot));
  if (missing) throw new Error(`${facts.spec}: ${missing}`);
  if (facts.seats !== bots.length) throw new Error(`${facts.spec}: seats=${bots.length}`);
  return facts;
}

/** "Hypatia, level 3": by seat, without the reader's own. */
export const opponentsOf = ({ bots }: Challenge): { name: string; level: number }[] =>
  bots.flatMap((bot, i) => (bot === undefined ? [] : [{ name: botName(i), level: levelNumber(bot) ?? 1 }]));

/** Where this challenge was taken up before. */
export const tableOf = async (code: string): Promise<TableInfo | undefined> =>
  (await host.call.tables()).find((table) => table.challenge === code);

export async function startChallenge(code: string, challenge: Challenge, facts: told.SpecFacts): Promise<string> {
  const seats = challenge.bots.map((bot, i) => (bot === undefined ? { name: ownName() } : { bot, name: botName(i) }));
  // The deal of today counts as such, once.
  const day = facts.game === 'solitaire' ? await dailyOf(facts.spec, challenge.seed) : undefined;
  const played = day !== undefined && (await host.call.tables()).some((table) => table.daily === day);
  const { name } = await host.call.newTable({
    spec: facts.spec, seats, seed: challenge.seed, challenge: code, ...(day === undefined || played ? {} : { daily: day }),
  });
  return name;
}
