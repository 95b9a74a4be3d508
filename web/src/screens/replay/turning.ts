// Where a game turned: decisions after which the lead changes, or becomes much larger or smaller.
import type { Past } from '../../transport/link.js';

/** How far a seat is ahead of the best of the others; fewer pieces are better. */
function leadOf(sizes: readonly number[], seat: number): number {
  const others = sizes.filter((_, i) => i !== seat);
  return Math.min(...others) - (sizes[seat] ?? 0);
}

const much = 3;

/** By how many decisions have been made then, in order; nothing for one seat or where sizes are unknown. */
export function turningPoints(first: readonly number[], past: readonly Past[]): number[] {
  if (first.length < 2) return [];
  const out: number[] = [];
  let before: readonly number[] = first;
  past.forEach(({ sizes, seat }, i) => {
    if (sizes.length !== first.length) return;
    const [had, has] = [leadOf(before, seat - 1), leadOf(sizes, seat - 1)];
    // Level is on neither side: only who comes from behind to the front has turned it.
    const turned = had <= 0 && has > 0 && i > 0;
    if (turned || Math.abs(has - had) >= much) out.push(i + 1);
    before = sizes;
  });
  return out;
}
