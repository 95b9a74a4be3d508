// The same store in memory, for browsers that deny a page storage. It is lost with the page.
import type { told } from '../engine/index.js';
import { follows, type Item, type Score, type Store, type TableInfo } from './store.js';

export function memoryStore(): Store {
  const tables = new Map<string, TableInfo>();
  const rows = new Map<string, told.Row[]>();
  const scores = new Map<string, Score>();
  const items = new Map<string, Item>();
  const notes = new Map<string, unknown>();
  const rowsOf = (table: string) => rows.get(table) ?? [];

  return {
    tables: async () => [...tables.values()].sort((a, b) => b.touched - a.touched).map((table) => ({ ...table })),
    table: async (name) => tables.get(name) && { ...tables.get(name)! },
    keepTable: async (info) => void tables.set(info.name, { ...info }),
    addTable: async (info, log) => {
      if (tables.has(info.name)) return false;
      tables.set(info.name, { ...info });
      rows.set(info.name, [...log]);
      return true;
    },
    forgetTable: async (name) => {
      tables.delete(name);
      rows.delete(name);
    },
    log: async (table) => [...rowsOf(table)],
    append: async (table, row) => {
      const at = (ply: number) => rowsOf(table).find((each) => each.ply === ply);
      if (at(row.ply) || !follows(row, at(row.ply - 1))) return false;
      rows.set(table, [...rowsOf(table), row]);
      return true;
    },
    cut: async (table, ply) => void rows.set(table, rowsOf(table).filter((row) => row.ply <= ply)),
    scores: async () => [...scores.values()],
    keepScore: async (score) => void scores.set(score.table, score),
    items: async () => [...items.values()],
    keepItem: async (item) => void items.set(item.key, item),
    forgetItem: async (key) => void items.delete(key),
    note: async <T>(name: string) => notes.get(name) as T | undefined,
    keepNote: async (name, value) => void notes.set(name, value),
    everything: async () => ({
      tables: [...tables.values()].map((table) => ({ ...table, log: rowsOf(table.name) })),
      scores: [...scores.values()],
      items: [...items.values()],
      notes: Object.fromEntries(notes),
    }),
    forgetAll: async () => [tables, rows, scores, items, notes].forEach((map) => map.clear()),
  };
}
