// The device's store (IndexedDB): tables with their logs, results and progress. Rows of a log are added, never
// replaced, so if two tabs host one table, the second append is rejected.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { told } from '../engine/index.js';

/** A table as it is listed. */
export interface TableInfo {
  name: string;
  setup: told.Setup;
  game: told.Game['game'];
  group: string;
  /** The seed of the deals; without one they come from the browser's random generator. */
  seed?: string;
  /** The date of a daily deal. */
  daily?: string;
  /** Solitaire: the score to reach. */
  goal?: number;
  /** The challenge that is taken up here, as its link has it. */
  challenge?: string;
  /** The tutorial game, with a coach: it follows a script as long as the player does. */
  first?: true;
  /** The player took a move back together with its deals, or took a hint. */
  assisted?: boolean;
  created: number;
  touched: number;
  over?: { ending: string; scores: number[]; winners: number[] };
}

/** A finished game of Solitaire. */
export interface Score {
  table: string;
  spec: string;
  score: number;
  turns: number;
  par: number;
  hints: number;
  assisted: boolean;
  daily?: string;
  at: number;
}

/** An item of a lesson that is scheduled for review. */
export interface Item {
  /** lesson/seed/item */
  key: string;
  lesson: string;
  seed: string;
  item: number;
  box: number;
  /** A date; in the first format, a timestamp. */
  due: string | number;
}

interface Kept extends DBSchema {
  tables: { key: string; value: TableInfo };
  rows: { key: [string, number]; value: told.Row };
  scores: { key: string; value: Score };
  items: { key: string; value: Item };
  /** Small values by name: lessons passed, puzzles solved. */
  notes: { key: string; value: unknown };
}

/** Whether a row continues the log that ends with another one. */
export const follows = (row: told.Row, last: told.Row | undefined): boolean =>
  row.ply === 1 ? last === undefined : last?.ply === row.ply - 1 && last.chain === row.before;

const stores = ['tables', 'rows', 'scores', 'items', 'notes'] as const;
const allPlies = (table: string, from = 0) => IDBKeyRange.bound([table, from], [table, Number.MAX_SAFE_INTEGER]);

/**
 * The state of the device's store. blocked: an older page holds the database; it opens once that page is closed.
 * old: a newer page needs it, and this page has closed it. lost: the browser has closed it.
 */
export type DeviceState = 'open' | 'blocked' | 'old' | 'lost';

/** The schema version; `upgrade` migrates older databases. */
export const storeVersion = 1;

class DeviceStore {
  private constructor(private readonly db: IDBPDatabase<Kept>) {}

  static async open(changed: (state: DeviceState) => void, version: number): Promise<DeviceStore> {
    const db = await openDB<Kept>('coset', version, {
      upgrade(db, before) {
        if (before >= 1) return;
        db.createObjectStore('tables', { keyPath: 'name' });
        db.createObjectStore('rows');
        db.createObjectStore('scores', { keyPath: 'table' });
        db.createObjectStore('items', { keyPath: 'key' });
        db.createObjectStore('notes');
      },
      blocked: () => changed('blocked'),
      // A newer page must not wait for this one.
      blocking: (_before, _wanted, event) => {
        (event.target as IDBDatabase).close();
        changed('old');
      },
      terminated: () => changed('lost'),
    });
    changed('open');
    return new DeviceStore(db);
  }

  async tables(): Promise<TableInfo[]> {
    return (await this.db.getAll('tables')).sort((a, b) => b.touched - a.touched);
  }
  async table(name: string): Promise<TableInfo | undefined> {
    return this.db.get('tables', name);
  }
  async keepTable(info: TableInfo): Promise<void> {
    await this.db.put('tables', info);
  }
  /** A whole game, or false if there is one of this name. */
  async addTable(info: TableInfo, log: told.Row[]): Promise<boolean> {
    const write = this.db.transaction(['tables', 'rows'], 'readwrite');
    const tables = write.objectStore('tables');
    if ((await tables.getKey(info.name)) !== undefined) return false;
    const rows = write.objectStore('rows');
    // Rows without a table are nobody's.
    await rows.delete(allPlies(info.name));
    await Promise.all([tables.add(info), ...log.map((row) => rows.add(row, [info.name, row.ply])), write.done]);
    return true;
  }
  async forgetTable(name: string): Promise<void> {
    const write = this.db.transaction(['tables', 'rows'], 'readwrite');
    await Promise.all([
      write.objectStore('tables').delete(name),
      write.objectStore('rows').delete(allPlies(name)),
      write.done,
    ]);
  }

  async log(table: string): Promise<told.Row[]> {
    return this.db.getAll('rows', allPlies(table));
  }
  /** Returns false and adds nothing if the log already has this ply or does not end just before it. */
  async append(table: string, row: told.Row): Promise<boolean> {
    const write = this.db.transaction('rows', 'readwrite');
    if ((await write.store.getKey([table, row.ply])) !== undefined) return false;
    if (!follows(row, await write.store.get([table, row.ply - 1]))) return false;
    await Promise.all([write.store.add(row, [table, row.ply]), write.done]);
    return true;
  }
  /** Deletes the rows after a ply. */
  async cut(table: string, ply: number): Promise<void> {
    await this.db.delete('rows', allPlies(table, ply + 1));
  }

  async scores(): Promise<Score[]> {
    return this.db.getAll('scores');
  }
  async keepScore(score: Score): Promise<void> {
    await this.db.put('scores', score);
  }
  async items(): Promise<Item[]> {
    return this.db.getAll('items');
  }
  async keepItem(item: Item): Promise<void> {
    await this.db.put('items', item);
  }
  async forgetItem(key: string): Promise<void> {
    await this.db.delete('items', key);
  }
  async note<T>(name: string): Promise<T | undefined> {
    return (await this.db.get('notes', name)) as T | undefined;
  }
  async keepNote(name: string, value: unknown): Promise<void> {
    await this.db.put('notes', value, name);
  }
  /** All data, for export to a file. */
  async everything(): Promise<Record<string, unknown>> {
    const [tables, rows, keys, scores, items, notes, names] = await Promise.all([
      this.db.getAll('tables'), this.db.getAll('rows'), this.db.getAllKeys('rows'), this.db.getAll('scores'),
      this.db.getAll('items'), this.db.getAll('notes'), this.db.getAllKeys('notes'),
    ]);
    return {
      tables: tables.map((table) => ({ ...table, log: rows.filter((_, i) => keys[i]![0] === table.name) })),
      scores,
      items,
      notes: Object.fromEntries(names.map((name, i) => [name, notes[i]])),
    };
  }
  async forgetAll(): Promise<void> {
    const write = this.db.transaction([...stores], 'readwrite');
    await Promise.all([...stores.map((name) => write.objectStore(name).clear()), write.done]);
  }
}

/** The interface of a store, on the device or in memory. */
export type Store = Pick<DeviceStore, keyof DeviceStore>;

/** Opens the device's store; undefined if the browser denies storage. `changed` receives its state, now and later. */
export async function openDevice(
  changed: (state: DeviceState) => void = () => undefined,
  version = storeVersion,
): Promise<Store | undefined> {
  try {
    return await DeviceStore.open(changed, version);
  } catch (error) {
    if ((error as Error).name !== 'VersionError') return undefined;
    // A newer version has upgraded the database: this page must not use it.
    changed('old');
    throw error;
  }
}
