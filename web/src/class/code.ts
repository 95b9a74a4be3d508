// The code of a class: six of 28 symbols, none of which looks like another.
export const symbols = 'ABCDEFGHJKMNPQRTVWXYZ2346789';
export const codeLength = 6;

/** What was typed or pasted, without spaces and hyphens, in capitals. */
const tidy = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '').toUpperCase();

export interface TypedCode {
  /** The symbols that a code may have, at most six. */
  code: string;
  /** Something else was among them: a look-alike. */
  refused: boolean;
}
export function typedCode(text: string): TypedCode {
  const all = [...tidy(text)];
  const kept = all.filter((sign) => symbols.includes(sign));
  return { code: kept.slice(0, codeLength).join(''), refused: kept.length < all.length };
}
export const isWhole = (code: string): boolean => code.length === codeLength;

/** The code that a text is; undefined if it is none. */
export function codeOf(text: string | undefined): string | undefined {
  const code = tidy(text ?? '');
  return isWhole(code) && typedCode(code).code === code ? code : undefined;
}
/** As it stands on the board and is spoken: in two groups of three. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`.trim();
