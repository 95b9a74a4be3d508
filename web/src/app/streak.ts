// A streak without pressure: of any seven days in a row one may be missed, and today is not missed
// before it is over.
import { dayAfter } from './day.js';

export interface Streak {
  /** Days played; days of rest do not count, and do not break it. */
  days: number;
  today: boolean;
  /** One of the last seven days was a day of rest. */
  rested: boolean;
}

export function streakOf(played: Iterable<string>, today: string): Streak {
  const days = new Set(played);
  const streak: Streak = { days: 0, today: days.has(today), rested: false };
  let rest: number | undefined;
  for (let back = streak.today ? 0 : 1; ; ++back) {
    if (days.has(dayAfter(today, -back))) {
      ++streak.days;
      if (rest !== undefined && rest < 7) streak.rested = true;
    } else if (rest !== undefined && back - rest < 7) {
      return streak;
    } else {
      rest = back;
    }
  }
}
