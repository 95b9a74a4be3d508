// The addresses of a class: short ones, which a server answers.
export const joinAddress = (code: string): string => new URL(code, document.baseURI).href;
export const teacherLink = (code: string, secret: string): string => `${new URL('teach', document.baseURI).href}#${code}/${secret}`;
export const projectorLink = (code: string, key: string): string => `${new URL('teach', document.baseURI).href}#show/${code}/${key}`;
/** As it is said to a class: without the scheme. */
export const spokenAddress = (): string => new URL('.', document.baseURI).href.replace(/^https?:\/\//, '').replace(/\/$/, '');
