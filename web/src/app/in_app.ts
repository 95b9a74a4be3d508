// Browsers inside other programs: they forget sooner, and share nothing with the browser that one uses.
const programs = [['Facebook', /FBAN|FBAV/], ['Instagram', /Instagram/], ['LINE', /\bLine\//], ['Telegram', /Telegram/], ['WhatsApp', /WhatsApp/], ['', /; wv\)/]] as const;

/** Whose browser it is, '' if that is not known; undefined if it is a browser of its own. */
export const inAppOf = (userAgent = navigator.userAgent): string | undefined => programs.find(([, form]) => form.test(userAgent))?.[0];
