// The first trade, for a picture without words: which two pieces are given for which one.

export interface Trade {
  give: [string, string];
  take: string;
  /** What else is in the hand. */
  rest: string[];
  clear: string;
}

/** Two different pieces that make a third; of the colours, those of the first game. */
export function tradeOf(group: string, elements: string[], rows: string[][]): Trade | undefined {
  const [clear = '', ...pieces] = elements;
  const sum = (a: string, b: string) => rows[elements.indexOf(a)]?.[elements.indexOf(b)] ?? clear;
  const wanted: [string, string][] = group === 'Z2^3' ? [['O', 'P']] : pieces.flatMap((a, i) => pieces.slice(i + 1).map((b): [string, string] => [a, b]));
  for (const give of wanted) {
    const take = sum(...give);
    if (take === clear || give.includes(take)) continue;
    const others = pieces.filter((name) => name !== take && !give.includes(name));
    return { give, take, rest: others.slice(0, 3), clear };
  }
  return undefined;
}
