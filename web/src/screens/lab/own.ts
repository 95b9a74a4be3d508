// A table of one's own while it is typed: names, cells, and what can be done to them. The engine judges it.
import type { told } from '../../engine/index.js';
import { apart } from '../../engine/notation.js';

export interface Grid {
  names: readonly string[];
  /** Row times column; empty where nothing is typed yet. */
  cells: readonly (readonly string[])[];
}

/** The largest table that is typed; a larger one can be pasted and is only judged. */
export const largestGrid = 24;
/** How many steps back are kept. */
export const mostSteps = 200;
/** The longest text that is pasted, as the engine has it. */
export const longestPaste = 1 << 19;

const letters = 'eabcdfghijklmnopqrstuvwxyz';
const freeName = (names: readonly string[]): string =>
  [...letters].find((letter) => !names.includes(letter)) ?? `x${names.length}`;

/** So many elements, the first of which changes nothing; what else they make is open. */
export function blank(order: number): Grid {
  let grid: Grid = { names: [], cells: [] };
  while (grid.names.length < order) grid = enlarged(grid);
  return grid;
}

/** One element more: the first times it, and it times the first, is that element. */
export function enlarged({ names, cells }: Grid): Grid {
  const name = freeName(names);
  const edge = (i: number) => (i === 0 ? name : '');
  return {
    names: [...names, name],
    cells: [...cells.map((row, i) => [...row, edge(i)]), [...names.map((_, i) => edge(i)), names.length === 0 ? name : '']],
  };
}

/** Without its last element; where that was a product, nothing is typed. */
export function reduced({ names, cells }: Grid): Grid {
  const gone = names.at(-1);
  return { names: names.slice(0, -1), cells: cells.slice(0, -1).map((row) => row.slice(0, -1).map((cell) => (cell === gone ? '' : cell))) };
}

export const typed = ({ names, cells }: Grid, row: number, column: number, text: string): Grid => ({
  names,
  cells: cells.map((each, i) => (i === row ? each.map((cell, j) => (j === column ? text : cell)) : each)),
});

/** Another name for an element, wherever it stands; undefined if there is none or another has it. */
export function renamed({ names, cells }: Grid, at: number, text: string): Grid | undefined {
  const [before, name] = [names[at]!, text.trim()];
  if (name === '' || (name !== before && names.includes(name))) return undefined;
  return { names: names.map((each, i) => (i === at ? name : each)), cells: cells.map((row) => row.map((cell) => (cell === before ? name : cell))) };
}

export const holes = ({ cells }: Grid): number => cells.flat().filter((cell) => cell.trim() === '').length;

/** As text that the engine reads: with headings, apart by tabs. */
export const rowsOf = ({ names, cells }: Grid): string =>
  [['', ...names], ...cells.map((row, i) => [names[i]!, ...row])].map((row) => row.join('\t')).join('\n');

/** A pasted text as rows; "table:..." and "magma:..." are rows in one line. */
export function pasted(text: string): string {
  const written = /^\s*(?:table|magma):(.*)$/s.exec(text)?.[1]?.trim();
  if (written === undefined) return text;
  const [first = '', rest] = apart(written, ';');
  const cells = apart(rest ?? first, '/').map((row) => apart(row, ','));
  const names = rest === undefined ? cells.map((_, i) => String(i)) : apart(first, ',');
  return rowsOf({ names, cells });
}

/** The cells that show why it is not a group, as "row column" by number; the one to change is not among them. */
export function outlined(check: told.TableCheck, withMend: boolean): Set<string> {
  const at = (name: string) => check.elements.indexOf(name);
  const out = new Set((check.cells ?? []).map(({ row, column }) => `${at(row)} ${at(column)}`));
  if (!withMend || !check.mend) return out;
  const [row, column] = [at(check.mend.row), at(check.mend.column)];
  const twice = check.table[row]![column]!;
  out.clear();
  check.elements.forEach((_, i) => {
    if (i !== column && check.table[row]![i] === twice) out.add(`${row} ${i}`);
    if (i !== row && check.table[i]![column] === twice) out.add(`${i} ${column}`);
  });
  return out;
}

/** What is checked, in the engine's order, with the codes that say that it fails. */
export const axioms = ['table.not_closed', 'table.not_latin', 'table.no_identity', 'table.no_inverse', 'table.not_associative'] as const;
export type Axiom = (typeof axioms)[number];
export type State = 'holds' | 'fails' | 'open';

export function statesOf(check: told.TableCheck | undefined): State[] {
  if (!check) return axioms.map(() => 'open');
  const failed = axioms.indexOf(check.code as Axiom);
  return axioms.map((_, i) => (failed === i ? 'fails' : failed < 0 || i < failed ? 'holds' : 'open'));
}

/** Permutations as people type them, one a line or apart by "/", as the text of a group. */
export const permutationText = (text: string): string =>
  'perm:' +
  text
    .split(/[\n/]/)
    .map((line) => line.trim().replace(/\s*,\s*|\s+/g, ',').replace(/,?\(,?/g, '(').replace(/,?\),?/g, ')'))
    .filter((line) => line !== '')
    .join('/');
export const permutationLines = (group: string): string => group.replace(/^perm:/, '').replaceAll('/', '\n').replaceAll(',', ' ');
