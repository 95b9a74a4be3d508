// A group as people write it: Z2^3 is Z₂³.
export interface GroupPart {
  text: string;
  at: 'line' | 'low' | 'high';
}

export function groupParts(group: string): GroupPart[] {
  const table = /^(?:table|magma):([^;/]*)/.exec(group)?.[1];
  if (table !== undefined) return [{ text: table.replaceAll(',', ' '), at: 'line' }];
  return [...group.matchAll(/\^(\d+)|(?<=[A-Z])(\d+)|([^^\d]+|.)/g)].map(([whole, high, low]) => {
    if (high !== undefined) return { text: high, at: 'high' };
    if (low !== undefined) return { text: low, at: 'low' };
    return { text: whole.replaceAll('x', '×').replaceAll(':', '⋊'), at: 'line' };
  });
}

const signs = { line: '', low: '₀₁₂₃₄₅₆₇₈₉', high: '⁰¹²³⁴⁵⁶⁷⁸⁹' };
/** The same where only text can stand. */
export const groupName = (group: string): string =>
  groupParts(group)
    .map(({ text, at }) => (at === 'line' ? text : [...text].map((digit) => signs[at][Number(digit)]).join('')))
    .join('');
