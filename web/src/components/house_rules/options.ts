// The rules of a game that a table may change, as its spec has them. A test compares them with the
// rulebook's own tables of options, so that none is forgotten and none is invented.
export type Row = { option: string; values: readonly string[] } | { option: string; least: number; most: number };

const yesNo = ['no', 'yes'] as const;
const exchange: Row[] = [
  { option: 'null_exchange', values: ['forbid', 'allow'] },
  { option: 'spectrum_clear', values: ['center', 'supply', 'center_then_supply'] },
];
const pieces: Row[] = [
  { option: 'deal', least: 1, most: 255 },
  { option: 'copies', least: 1, most: 255 },
  { option: 'max_exchange', least: 2, most: 8 },
];

/** In the order in which people change them. */
export const rows: Record<string, readonly Row[]> = {
  'al-jabar': [
    { option: 'end_rule', values: ['finish_round', 'immediate', 'one_more_each'] },
    ...exchange,
    { option: 'draw_timing', values: ['before', 'both'] },
    { option: 'stuck_signal', values: ['auto', 'optional'] },
    { option: 'stuck_check', values: ['start', 'also_after'] },
    { option: 'stuck_move', values: ['none', 'optional', 'forced'] },
    { option: 'final_stuck', values: ['may_move', 'void'] },
    { option: 'final_pass', values: yesNo },
    { option: 'recycle_discards', values: yesNo },
    { option: 'repetition', values: ['off', '3'] },
    { option: 'max_rounds', least: 1, most: 60000 },
    ...pieces,
  ],
  solitaire: [
    { option: 'score', values: ['minus_R', 'plus_R'] },
    { option: 'black_to_bag', values: yesNo },
    ...exchange,
    { option: 'max_turns', least: 1, most: 60000 },
    ...pieces,
  ],
  'mad-abel': [
    { option: 'inability', values: ['honour', 'checked'] },
    { option: 'single_card', values: ['pile', 'choose'] },
    { option: 'reshuffle', values: yesNo },
    { option: 'deal', least: 1, most: 31 },
    { option: 'decks', least: 1, most: 16 },
    { option: 'max_cards', least: 1, most: 31 },
    { option: 'max_turns', least: 1, most: 60000 },
  ],
};
/** What is chosen otherwise: how many play, and what belongs to the group. */
export const elsewhere: readonly string[] = ['seats', 'cancel', 'copies', 'metric', 'suits', 'ranks'];

/** The options of a spec that is written out. */
export const optionsOf = (spec: string): Record<string, string> =>
  Object.fromEntries([...spec.matchAll(/(?:^|\s)(\w+)=(\S+)/g)].map((found) => [found[1]!, found[2]!]));

/** The text of a spec with another value of an option; without it, as usual. */
export function withOption(spec: string, option: string, value: string | undefined): string {
  const rest = spec.replace(new RegExp(`\\s+${option}=\\S+`), '');
  return value === undefined ? rest : `${rest} ${option}=${value}`;
}

export interface Change {
  option: string;
  value: string;
}
/** What differs from the usual rules; both specs are written out. */
export function changesOf(game: string, spec: string, usual: string): Change[] {
  const [own, known] = [optionsOf(spec), optionsOf(usual)];
  return (rows[game] ?? []).flatMap(({ option }) => {
    const value = own[option];
    return value === undefined || value === known[option] ? [] : [{ option, value }];
  });
}

/** The same game, group and seats with its usual rules. */
export function usualOf(spec: string): string {
  const [game = '', group = ''] = spec.split(' ').filter((part) => !part.includes('='));
  const seats = optionsOf(spec)['seats'];
  return `${game} ${group}${seats ? ` seats=${seats}` : ''}`.replace(/\s+/g, ' ').trim();
}
