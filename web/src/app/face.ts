// A person's rosette: the star polygon {n/k} of a name, n from 5 to 12.
export interface Star {
  n: number;
  k: number;
}

export function starOf(name: string): Star {
  let hash = 2166136261;
  for (const sign of name) hash = Math.imul(hash ^ sign.codePointAt(0)!, 16777619) >>> 0;
  const n = 5 + (hash % 8);
  return { n, k: 2 + (Math.floor(hash / 8) % (Math.floor(n / 2) - 1)) };
}

export function starPath({ n, k }: Star, radius = 20): string {
  const at = (i: number): string => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: n }, (_, i) => `M${at(i)} L${at((i + k) % n)}`).join(' ');
}
