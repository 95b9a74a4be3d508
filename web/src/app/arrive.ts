// Links to tables are shared as /t/NAME#INVITATION, so that a server can show a card of them and never sees
// the invitation. In the page such a place is #/t/NAME/INVITATION, as it always was. A day is shared as /d/DATE. The router
// imports this, so that it finds the address so.
export function placeOf(url: URL): string | undefined {
  const day = /^(.*\/)(d\/\d{4}-\d\d-\d\d)$/.exec(url.pathname);
  if (day) return `${day[1]}${url.search}#/${day[2]}`;
  const found = /^(.*\/)t\/([\w-]{1,40})$/.exec(url.pathname);
  if (!found) return undefined;
  const invitation = /^#([\w-]+)$/.exec(url.hash)?.[1];
  return `${found[1]}${url.search}#/t/${found[2]!.toLowerCase()}${invitation ? `/${invitation}` : ''}`;
}

/** The link to a table of the server behind this page. */
export const linkTo = (table: string, invitation?: string): string =>
  new URL(`t/${table}`, document.baseURI).href + (invitation ? `#${invitation}` : '');

/** The link to a day. Only a server answers the short one; files alone have the one behind the #. */
export const linkToDay = (day: string, served: boolean): string => new URL(`${served ? '' : '#/'}d/${day}`, document.baseURI).href;

const place = globalThis.location?.href.startsWith('http') ? placeOf(new URL(location.href)) : undefined;
if (place) history.replaceState(history.state, '', place);
