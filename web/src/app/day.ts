// Days of the reader's calendar, written 2026-11-15. Days are counted on the calendar, not in hours, so
// that a change of the clocks neither loses nor doubles one.
export function dayOf(time: number | Date): string {
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const today = (): string => dayOf(Date.now());

const toNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** So many days later; earlier if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date((toNumber(day) + days) * 86_400_000).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => toNumber(to) - toNumber(from);

// Making one of these takes longer than all the rest of a screen.
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })));
  return format;
}

/** For people: "Sun, 15 Nov". */
export const writeDay = (day: string, locale: string): string =>
  formatOf(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`));

/** The letter of its weekday. */
export const writeWeekday = (day: string, locale: string): string =>
  formatOf(locale, { weekday: 'narrow' }).format(new Date(`${day}T00:00:00Z`));

/** "5 minutes ago", "yesterday". */
export function writeAgo(time: number, now: number, locale: string): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minutes = Math.max(0, Math.round((now - time) / 60_000));
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const days = daysBetween(dayOf(time), dayOf(now));
  return days === 0 ? relative.format(-Math.round(minutes / 60), 'hour') : relative.format(-days, 'day');
}
