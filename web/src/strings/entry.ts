/** A text, or one for each plural form of the language, chosen by the value `n`. */
export type Entry = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
