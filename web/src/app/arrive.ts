// Links to tables are shared as /t/NAME#INVITATION, so that a server can show a card of them and never sees
// the invitation. In the page such a place is #/t/NAME/INVITATION, as it always was. A day is shared as /d/DATE, a class as /CODE,
// and its teacher's page as /teach#CODE/SECRET. The router imports this, so that it finds the address so.
export function placeOf({ pathname, search, hash }: URL): string | undefined {
  const found = /^(.*?\/)(d\/\d{4}-\d\d-\d\d|t\/[\w-]{1,40}|teach|([a-z\d](-|%20)*){6})$/i.exec(pathname);
  if (!found) return undefined;
  const more = /^#(\w[\w/-]*)$/.exec(hash);
  return `${found[1]}${search}#/${found[3] ? 'c/' : ''}${found[2]!.replaceAll('%20', '').toLowerCase()}${more ? '/' + more[1] : ''}`;
}

/** The link to a table of the server behind this page. */
export const linkTo = (table: string, invitation?: string): string =>
  new URL(`t/${table}`, document.baseURI).href + (invitation ? `#${invitation}` : '');

/** The link to a day. Only a server answers the short one; files alone have the one behind the #. */
export const linkToDay = (day: string, served: boolean): string => new URL(`${served ? '' : '#/'}d/${day}`, document.baseURI).href;

const place = globalThis.location?.href.startsWith('http') ? placeOf(new URL(location.href)) : undefined;
if (place) history.replaceState(history.state, '', place);
