// What stands behind this page: a server with tables, or nothing but files.

/** What a server says of itself; see docs/api/openapi.yaml. */
export interface Site {
  name: string;
  version: string;
  protocol: number;
  tables: boolean;
  /** Strangers may be brought together; people may watch. A server that says nothing of it allows both. */
  quick?: boolean;
  watching?: boolean;
  /** Whole URLs, where the operator gives them. */
  imprint?: string;
  privacy?: string;
  contact?: string;
  source?: string;
}

const state = $state<{ site: Site | undefined }>({ site: undefined });

/** The server, once it has answered that it has tables. */
export const site = () => state.site;

const at = (path: string) => new URL(path, document.baseURI);
export const fetchAt = (path: string, init?: RequestInit) => fetch(at(path), init);

/** The same place as a WebSocket's address. */
export function socketUrl(path: string): string {
  const url = at(path);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

let asking: Promise<Site | undefined> | undefined;
/** A page that is alone asks again when it is shown the next time. */
export function askSite(): Promise<Site | undefined> {
  asking ??= fetchAt('api/site')
    .then(async (answer) => {
      const said = (answer.ok ? await answer.json() : undefined) as Site | undefined;
      state.site = said?.tables === true ? said : undefined;
      return state.site;
    })
    .catch(() => undefined)
    .finally(() => {
      if (!state.site) asking = undefined;
    });
  return asking;
}

/** The name that others see, as the visitor has it here. The server gives a cookie with it. */
export async function tellName(name: string): Promise<void> {
  const me = await fetchAt('api/me').then((answer) => answer.json() as Promise<{ name: string }>);
  if (me.name === name) return;
  await fetchAt('api/me', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) });
}
