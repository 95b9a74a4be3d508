// Letters that make another browser the same guest, for ten minutes.
import { succeeded, fetchAt } from './server_info.svelte.js';

export interface Pass {
  letters: string;
  seconds: number;
}
export const passLength = 8;
/** What was typed or read from an address: capitals, without what groups them. */
export const tidyLetters = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '').toUpperCase().replace(/[^A-Z]/g, '').slice(0, passLength);
export const spacedLetters = (letters: string): string => `${letters.slice(0, 4)} ${letters.slice(4)}`.trim();
/** The letters are behind the #: no server reads them. */
export const passAddress = (letters: string): string => new URL(`#/you/device/${letters}`, document.baseURI).href;

const post = (path: string, body?: object): Promise<Response> =>
  succeeded(fetchAt(path, { method: 'POST', ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}) }));

export const makePass = async (): Promise<Pass> => (await post('api/me/pass')).json() as Promise<Pass>;
/** This browser is that guest from now on. */
export const usePass = async (letters: string): Promise<{ name: string }> => (await post('api/pass', { letters })).json() as Promise<{ name: string }>;
