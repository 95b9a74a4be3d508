// JSON in the browser's storage. A browser may forbid it or have no room: then nothing is stored, and nothing fails.
type Area = 'local' | 'session';
const areaOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** Undefined if there is none, or none that can be read. */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(areaOf(area).getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
/** Undefined removes it. False if the browser did not store it. */
export function writeStored(area: Area, key: string, value: unknown): boolean {
  try {
    if (value === undefined) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(areaOf(area));
  } catch {
    return [];
  }
}
