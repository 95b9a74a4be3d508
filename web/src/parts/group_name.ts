// A group as people write it: Z2^3 is Z₂³.
const sub = '₀₁₂₃₄₅₆₇₈₉';
const sup = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const as = (digits: string, signs: string) => [...digits].map((digit) => signs[Number(digit)]).join('');

export function groupName(text: string): string {
  const named = /^(table|magma):([^;/]*)/.exec(text);
  if (named) return named[2]!.length > 24 ? `${named[2]!.slice(0, 24)}…` : named[2]!.replaceAll(',', ' ');
  return text
    .replace(/([A-Z])(\d+)/g, (_, letter: string, n: string) => letter + as(n, sub))
    .replace(/\^(\d+)/g, (_, n: string) => as(n, sup))
    .replaceAll('x', '×')
    .replaceAll(':', '⋊');
}
