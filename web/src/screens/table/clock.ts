// Remaining time, from what the server sent and when it arrived by a steady clock of the page.
import type { Clocks } from '../../engine/index.js';

export function left(clocks: Clocks & { at: number }, seat: number, now: number): number {
  const then = clocks.left[seat - 1] ?? 0;
  return Math.max(0, clocks.running === seat ? then - Math.max(0, now - clocks.at) : then);
}

const [minute, hour] = [60_000, 3_600_000];
/** 4:02, 1:04:02; below 20 s with tenths; never earlier than it is. */
export function writeClock(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  if (ms < 20_000) return `0:${two(Math.floor(ms / 1000))}.${Math.floor((ms % 1000) / 100)}`;
  const seconds = Math.ceil(ms / 1000) * 1000;
  const rest = `${two(Math.floor((seconds % minute) / 1000))}`;
  if (seconds < hour) return `${Math.floor(seconds / minute)}:${rest}`;
  return `${Math.floor(seconds / hour)}:${two(Math.floor((seconds % hour) / minute))}:${rest}`;
}
