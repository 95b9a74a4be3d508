// Where the reader is: the part of the address after '#', so that a static server and no server do.
//   #/  #/first  #/play  #/play/DEAL/SPEC  #/t/NAME  #/replay/NAME/LINES  #/learn  #/learn/LESSON  #/puzzles  #/puzzle/KIND/SEED
//   #/friend  #/friend/open  #/quick  #/tables  #/t/NAME/INVITATION
//   #/d/DATE  #/challenge/CODE  #/lab/GROUP  #/sandbox/WORD  #/rules/PAGE/HEADING  #/settings  #/c  #/c/CODE  #/teach  #/teach/CODE  #/teach/show/CODE/KEY
//   #/you  #/you/device/LETTERS  #/print/GAME/GROUP/INK  #/plan/NAME/SEED
import './arrive.js';

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;  // a mistyped address
  }
};
export function parse(hash: string): string[] {
  return hash.replace(/^#?\/?/, '').split('/').filter((part) => part !== '').map(decoded);
}

const state = $state({ path: parse(globalThis.location?.hash ?? '') });

globalThis.addEventListener?.('hashchange', () => {
  state.path = parse(location.hash);
});

/** A part that is to be a seed, if it is one. */
export const seedOf = (part: string | undefined) => (/^\d{1,20}$/.test(part ?? '') ? part : undefined);

/** The parts of the address; none at home. */
export const path = () => state.path;

export const href = (...parts: (string | number)[]) => '#/' + parts.map((part) => encodeURIComponent(part)).join('/');

export function go(...parts: (string | number)[]): void {
  location.hash = href(...parts);
}
/** As go, without a step to come back to. */
export function become(...parts: (string | number)[]): void {
  history.replaceState(history.state, '', href(...parts));
  state.path = parts.map(String);
}
