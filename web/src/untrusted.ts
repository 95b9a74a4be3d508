// Reading values that anybody may have written. A field counts only if it is the object's own: a prototype has none here.
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

/** Fields of an object by their names; none of anything else. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

/** An integer within bounds; by default one that may be a time in milliseconds. */
export const wholeOf = (value: unknown, most = 8.64e15, least = 0): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;

export const isTrue = (value: unknown): true | undefined => (value === true ? true : undefined);

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
/** Without the fields that are undefined. */
export const present = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Present<T>;

/** Names of tables, on a device and on a server. */
export const tableName = /^[a-zA-Z0-9-]{1,80}$/;
/** One line that may be shown. */
export const line = /^[^\p{Cc}]{0,400}$/u;
export const isoDay = /^\d{4}-\d{2}-\d{2}$/;
