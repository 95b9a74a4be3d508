// Moving by arrow keys over places that lie anywhere: to the nearest one in that direction, where straight
// ahead counts as nearer than aside.
import type { Spot } from './layout.js';

const ways: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The name to go to, the same one if there is none that way, nothing if the key does not move. */
export function moved(spots: Spot[], from: string, key: string): string | undefined {
  if (key === 'Home') return spots[0]?.name;
  if (key === 'End') return spots.at(-1)?.name;
  const way = ways[key];
  const here = spots.find((spot) => spot.name === from);
  if (!way) return undefined;
  if (!here) return spots[0]?.name;
  if (spots.every((spot) => spot.y === here.y)) return along(spots, here, way[0] + way[1]);
  let best: Spot = here;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - here.x, spot.y - here.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 0 && aside <= 2.2 * ahead && cost < least) [best, least] = [spot, cost];
  }
  return best.name;
}

function along(spots: Spot[], here: Spot, by: number): string {
  return (spots[spots.indexOf(here) + by] ?? here).name;
}
