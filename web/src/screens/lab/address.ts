// An address of the lab and what it shows: #/lab/GROUP/VIEW/SIDE/SUBGROUP/GENERATORS, of which only as much is
// written as differs from the usual; #/lab/GROUP/sums/WORD; #/lab/own/TEXT. Anything can be typed there: what is
// not understood counts as the usual, and the engine judges group and words.

export type View = 'table' | 'subgroups' | 'graph' | 'sums';
export type Side = 'left' | 'right' | 'classes';

export interface Place {
  /** As it was typed; the engine reads it. */
  group: string;
  view: View;
  side: Side;
  /** The words that generate the chosen subgroup, apart by commas. */
  subgroup?: string | undefined;
  /** The quotient instead of the table. */
  collapsed?: boolean;
  /** The words that the Cayley graph is drawn with. */
  generators?: string | undefined;
  /** The sum on the tab Sums. */
  word?: string | undefined;
}

export const firstGroup = 'D4';
/** A link that is longer is offered as a file. */
export const longestLink = 4096;

const views: Record<string, Pick<Place, 'view' | 'collapsed'>> = {
  table: { view: 'table' },
  quotient: { view: 'table', collapsed: true },
  subgroups: { view: 'subgroups' },
  graph: { view: 'graph' },
  sums: { view: 'sums' },
};
const isSide = (text: string | undefined): text is Side => text === 'left' || text === 'right' || text === 'classes';

/** No words, where more follows. An element of that name is written twice. */
const none = '-';
const written = (words: string | undefined) => (words === undefined ? none : words === none ? `${none},${none}` : words);
const read = (part: string | undefined) => (part === undefined || part === none ? undefined : part);

/** What an address shows; `own` if it is the table of one's own. The old sandbox is the tab Sums. */
export function placeOf(path: readonly string[]): Place | { own: string } {
  const [screen, group = firstGroup, ...rest] = path;
  if (screen === 'sandbox') return { group: path[1] ?? 'Z2^3', view: 'sums', side: 'left', word: rest[0] };
  if (group === 'own') return { own: rest[0] ?? '' };
  const shown = Object.hasOwn(views, rest[0] ?? '') ? views[rest[0]!]! : { view: 'table' as const };
  if (shown.view === 'sums') return { group, side: 'left', ...shown, word: rest[1] };
  return {
    group,
    ...shown,
    side: isSide(rest[1]) ? rest[1] : 'left',
    subgroup: read(rest[2]),
    generators: read(rest[3]),
  };
}

/** The parts of an address, for the router. */
export function partsOf(place: Place): string[] {
  const view = place.collapsed && place.view === 'table' && place.subgroup !== undefined ? 'quotient' : place.view;
  const all =
    view === 'sums'
      ? ['lab', place.group, view, ...(place.word === undefined ? [] : [place.word])]
      : ['lab', place.group, view, place.side, written(place.subgroup), written(place.generators)];
  const usual = ['', '', 'table', 'left', none, none];
  while (view !== 'sums' && all.length > 2 && all.at(-1) === usual[all.length - 1]) all.pop();
  // Half a character, which can be pasted, cannot be written in an address.
  return all.map((part) => part.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Signs that may stand in an address as they are; "/" may not, since the router splits there. */
const plain: Record<string, string> = { '%2C': ',', '%3A': ':', '%3B': ';', '%2B': '+', '%5E': '^' };
/** The address after "#", as short as it can be. */
export const hashOf = (place: Place): string =>
  '#/' + partsOf(place).map((part) => encodeURIComponent(part).replace(/%(2C|3A|3B|2B|5E)/g, (code) => plain[code]!)).join('/');

/** The link to a place; undefined if it is too long to be one. */
export function linkOf(place: Place, base: string): string | undefined {
  const link = base.replace(/#.*$/s, '') + hashOf(place);
  return link.length > longestLink ? undefined : link;
}
