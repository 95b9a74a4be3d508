// A sentence with choices in it: its pattern says where they stand, "{game} for {n}, against {whom}.".
export type Part = { slot?: undefined; text: string } | { slot: 'game' | 'n'; seat?: undefined } | { slot: 'seat'; seat: number };

/** `{whom}` becomes one choice for each of these seats, listed as the language lists things. */
export function sentenceOf(pattern: string, seats: number[], locale = 'en'): Part[] {
  return pattern.split(/(\{\w+\})/).flatMap((text): Part[] => {
    if (text === '') return [];
    if (text === '{game}') return [{ slot: 'game' }];
    if (text === '{n}') return [{ slot: 'n' }];
    if (text !== '{whom}') return [{ text }];
    const list = new Intl.ListFormat(locale, { type: 'conjunction' });
    return list.formatToParts(seats.map(String)).map((part) => (part.type === 'element' ? { slot: 'seat', seat: Number(part.value) } : { text: part.value }));
  });
}
