// A puzzle that is solved by several exchanges in a row while nobody else moves: the position after
// each of them. The engine plays the exchange; here only the turn is given back to the same seat.
import type { told } from '../../engine/index.js';
import { host } from '../../worker/host.js';

export const isLine = (kind: string) => kind === 'reach-one' || kind === 'five-move';

export interface Stand {
  spec: string;
  position: string;
  seat: number;
}

export const fieldsOf = (position: string) =>
  new Map(position.split(/\s+/).filter(Boolean).map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]));
const written = (fields: Map<string, string>) => [...fields].map(([name, value]) => `${name}=${value}`).join(' ');

/** A Solitaire whose Center takes no turns is a game against a seat that never moves. */
export function standOf(puzzle: Pick<told.Puzzle, 'spec' | 'position' | 'seat'>): Stand {
  const [game = '', group = ''] = puzzle.spec.split(' ');
  const fields = fieldsOf(puzzle.position);
  if (game !== 'solitaire') return { spec: puzzle.spec, position: puzzle.position, seat: puzzle.seat };
  const hand = fields.get('hand') ?? '-';
  const position = new Map([['hand1', hand], ['hand2', hand], ['center', fields.get('center') ?? '-']]);
  return { spec: `al-jabar ${group} seats=2 copies=40`, position: written(position), seat: 1 };
}

/** The same seat's turn again: what it holds and the Center are new, all else is as it was. */
export function standAgain(stand: Stand, after: string): Stand {
  const fields = fieldsOf(stand.position);
  const now = fieldsOf(after);
  for (const name of [`hand${stand.seat}`, 'center']) fields.set(name, now.get(name) ?? '-');
  fields.delete('bag');
  return { ...stand, position: written(fields) };
}

export async function played(stand: Stand, move: string): Promise<Stand> {
  const record = `coset-record 1\n${stand.spec}\nposition ${stand.position}\n${stand.seat}: ${move}\n`;
  const { state } = await host.call.at(record, 1, stand.seat);
  return standAgain(stand, state.position);
}
