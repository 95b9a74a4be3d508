// Points and grid of the chart of hand sizes.

export interface Course {
  name: string;
  sizes: number[];
}

/** One line style a player; colour says nothing. */
export const lineStyles = [
  { width: 2.8, dash: '' },
  { width: 2, dash: '7 4' },
  { width: 2.2, dash: '1.5 4' },
  { width: 2, dash: '9 3.5 1.5 3.5' },
];

/** Round numbers from at most the least to at least the greatest size, at most five of them. */
export function gridOf(courses: Course[]): number[] {
  const all = courses.flatMap((course) => course.sizes);
  const [low, high] = [Math.min(...all), Math.max(...all, 1)];
  const least = Number.isFinite(low) ? low : 0;
  const step = [1, 2, 4, 5, 10, 20, 50, 100].find((size) => (high - least) / size <= 3) ?? 200;
  const from = Math.floor(least / step) * step;
  const grid: number[] = [];
  for (let value = from; value < high + step; value += step) grid.push(value);
  return grid.length > 1 ? grid : [from, from + step];
}

export function pathOf(sizes: number[], x: (ply: number) => number, y: (size: number) => number): string {
  return sizes
    .map((size, ply) => `${ply === 0 ? 'M' : 'L'}${x(ply).toFixed(1)},${y(size).toFixed(1)}`)
    .join(' ');
}

/** A short name is written out, a longer one with as many letters as tell it from the others; who is called the same has a number. */
export function shortNames(names: string[]): string[] {
  const start = (name: string, letters: number) => [...name].slice(0, letters).join('').trim();
  return names.map((name, i) => {
    if ([...name].length <= 4) return name;
    const others = names.filter((_, k) => k !== i);
    const letters = [1, 2, 3].find((n) => !others.some((other) => start(other, n) === start(name, n)));
    return letters ? start(name, letters) : `${start(name, 1)}${i + 1}`;
  });
}

/** The same heights, moved as little as keeps them `least` apart, none below `bottom`. */
export function apart(heights: number[], least: number, bottom: number): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height || a.i - b.i);
  const out = [...heights];
  let floor = -Infinity;
  for (const { height, i } of order) floor = (out[i] = Math.max(height, floor)) + least;
  let ceiling = bottom;
  for (const { i } of order.reverse()) ceiling = (out[i] = Math.min(out[i]!, ceiling)) - least;
  return out;
}
