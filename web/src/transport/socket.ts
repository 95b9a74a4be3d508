// A connection to a table of a server, or to its lobby. It reconnects automatically, with exponential backoff and jitter;
// the sender resends what must not be lost.
import type { FromClient, FromTable, TableDrain, TableRedirect } from '../engine/index.js';
import type { Link, Listener, Problem } from './link.js';

/** What of a WebSocket is used. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface SocketDeps {
  open(url: string): Socket;
  /** From 0 to below 1. */
  chance(): number;
  /** Why the server opens no socket there, with the seconds to wait; undefined if it does not say. */
  rejection?(url: string): Promise<(Problem & { retryAfter: number }) | undefined>;
}

const browser: SocketDeps = {
  open: (url) => new WebSocket(url) as Socket,
  chance: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  // A page cannot see the response to an upgrade, so it asks once more without one.
  rejection: async (url) => {
    const answer = await fetch(url.replace('ws', 'http'));
    if (answer.status !== 429) return undefined;
    const { error } = (await answer.json()) as { error: Problem };
    return { ...error, retryAfter: Number(answer.headers.get('Retry-After')) };
  },
};

/** In milliseconds: the first delay before reconnecting, the longest of the first minute, and of all. */
const first = 500;
const early = 2_500;
const longest = 30_000;
const earlyTries = 20;
/** How long a connection may be silent after a message; and after a sleep, when it is likely to be dead. */
const silence = 15_000;
const wakeSilence = 4_000;
/** The server rejects reconnects: the reason is an error code. */
const policy = 1008;
/** The name of a node, which may be put into a URL as it is. */
const nodeName = /^[a-z0-9][a-z0-9-]{0,31}$/;

const waitOf = (failures: number): number =>
  failures < earlyTries
    ? Math.min(early, first * 2 ** Math.min(failures, 10))
    : Math.min(longest, early * 2 ** Math.min(failures - earlyTries + 1, 10));

export interface Connection<Out> {
  /** False if there is no connection: the message is lost. `answered`: silence after it means that the connection is dead. */
  say(message: Out, answered?: boolean): unknown;
  reconnect(anew?: boolean): void;
  close(): void;
}
export interface ConnectionListener<In> {
  opened?(): void;
  told(message: In): void;
  linkError: Listener['linkError'];
  closed(problem: Problem): void;
}

export const connectTable = (url: string, listener: Listener, deps: SocketDeps = browser): Link => ({
  far: true,
  ...connect<FromClient, FromTable>(url, listener, deps),
});

export function connect<Out, In extends { type: string }>(url: string, listener: ConnectionListener<In>, deps: SocketDeps = browser): Connection<Out> {
  let socket: Socket | undefined;
  let open = false;
  let ended = false;
  let failures = 0;
  /** This connection was more than refused. */
  let greeted = false;
  /** The server said when to reconnect. */
  let away: number | undefined;
  /** The server sent us here, and has not answered yet. */
  let redirected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const heard = () => {
    clearTimeout(watch);
    watch = undefined;
  };
  const letGo = () => {
    heard();
    clearTimeout(timer);
    const old = socket;
    socket = undefined;
    open = false;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  };
  const later = () => {
    const wait = away ?? waitOf(failures++);
    away = undefined;
    timer = setTimeout(openSocket, wait * (0.5 + deps.chance()));
  };
  /** Reconnects at once to the node that the server named; the second time in a row as after any loss. */
  const redirect = ({ node }: TableRedirect) => {
    if (redirected || typeof node !== 'string' || !nodeName.test(node)) return lost('redirected');
    away = undefined;
    openSocket(node);
  };
  const lost = (why: string) => {
    letGo();
    if (ended) return;
    listener.linkError({ kind: 'disconnected', why });
    later();
  };
  const askWhy = async () => {
    const waiting = timer;
    const rejected = await deps.rejection?.(url).catch(() => undefined);
    if (!rejected || ended || timer !== waiting) return;
    clearTimeout(timer);
    listener.linkError({ kind: 'disconnected', why: rejected.message, rejected });
    timer = setTimeout(openSocket, rejected.retryAfter * 1000 * (1 + deps.chance()));
  };
  const told = (data: unknown) => {
    heard();
    let message: In;
    try {
      message = JSON.parse(String(data)) as In;
    } catch {
      return lost('invalid message');
    }
    if (message.type === 'redirect') return redirect(message as unknown as TableRedirect);
    redirected = false;
    if (!greeted) {
      greeted = message.type !== 'error';
      const wait = (message as { retry_after?: number }).retry_after;
      away = wait && wait * 1000;
      if (greeted) failures = 0;
    }
    if (message.type === 'drain') away = (message as unknown as TableDrain).after_ms;
    listener.told(message);
  };
  function openSocket(node?: string): void {
    letGo();
    greeted = false;
    redirected = node !== undefined;
    const made = deps.open(node === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}node=${node}`);
    socket = made;
    watch = setTimeout(() => lost('no response'), silence);
    made.onopen = () => {
      heard();
      open = true;
      listener.linkError(undefined);
      listener.opened?.();
    };
    made.onmessage = (event) => told(event.data);
    made.onclose = ({ code, reason }) => {
      if (code !== policy) {
        const never = !open;
        lost(reason || 'connection lost');
        return void (never && askWhy());
      }
      ended = true;
      letGo();
      listener.closed({ code: reason || 'connection.closed', message: '' });
    };
  }
  openSocket();

  return {
    say: (message, answered = true) => {
      if (!open) return false;
      socket?.send(JSON.stringify(message));
      if (answered) watch ??= setTimeout(() => lost('no response'), silence);
      return true;
    },
    reconnect: (anew = false) => {
      failures = 0;
      if (ended) return;
      if (!open || anew) return openSocket();
      clearTimeout(watch);
      watch = setTimeout(() => lost('no response'), wakeSilence);
    },
    close: () => {
      ended = true;
      letGo();
    },
  };
}
