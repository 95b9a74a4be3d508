/** Splits at any of these signs outside quotes. */
export const apart = (text: string, signs: string): string[] => text.match(new RegExp(`(?:"[^"]*"|[^"${signs}])+`, 'g')) ?? [];
