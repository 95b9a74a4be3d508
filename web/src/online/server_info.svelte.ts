// Detects what serves this page: a game server, or only static files; and asks it.
import { ErrorWithCode } from '../transport/link.js';

/** The response of /api/server; see docs/api/openapi.yaml. */
export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  /** Games can be played here. */
  online: boolean;
  /** True if left out. */
  quick_match?: boolean;
  spectators?: boolean;
  classes?: boolean;
  /** Full URLs, if the operator has set them. */
  imprint?: string;
  privacy?: string;
  contact?: string;
  source?: string;
}

const state = $state<{ info: ServerInfo | undefined }>({ info: undefined });

/** The server, once it has responded and offers online games. */
export const serverInfo = () => state.info;

const at = (path: string) => new URL(path, document.baseURI);
export const fetchAt = (path: string, init?: RequestInit) => fetch(at(path), init);

/** The response, if it is one of success; otherwise throws what the server says, or `otherwise` if it says nothing. */
export async function succeeded(request: Promise<Response>, otherwise = 'http'): Promise<Response> {
  const answer = await request;
  if (answer.ok) return answer;
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { code?: string; message?: string } };
  const retryAfter = Number(answer.headers.get('Retry-After'));
  throw new ErrorWithCode({ code: error?.code ?? otherwise, message: error?.message ?? String(answer.status), ...(retryAfter > 0 ? { retryAfter } : {}) });
}

/** The WebSocket URL of a path. */
export function socketUrl(path: string): string {
  const url = at(path);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

let loading: Promise<ServerInfo | undefined> | undefined;
/** Fetched once; without a server, the next call tries again. */
export function loadServerInfo(): Promise<ServerInfo | undefined> {
  loading ??= fetchAt('api/server')
    .then(async (answer) => {
      const found = (answer.ok ? await answer.json() : undefined) as ServerInfo | undefined;
      state.info = found?.online === true ? found : undefined;
      return state.info;
    })
    .catch(() => undefined)
    .finally(() => {
      if (!state.info) loading = undefined;
    });
  return loading;
}

/** Sends the player's name; the server stores it in the cookie. */
export async function sendName(name: string): Promise<void> {
  const me = await fetchAt('api/me').then((answer) => answer.json() as Promise<{ name: string }>);
  if (me.name === name) return;
  await fetchAt('api/me', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) });
}
