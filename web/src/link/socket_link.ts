// A line to a table on a server, or to its lobby. It comes back by itself, later and later, and not all at once with everybody
// else's; what must not be lost on the way is said again by who said it.
import type { FromClient, FromTable, TableDrain } from '../engine/index.js';
import type { Link, Listener } from './link.js';

/** What of a WebSocket is used. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Surroundings {
  open(url: string): Socket;
  /** From 0 to below 1. */
  chance(): number;
  /** Why the server opens no socket there, and for how many seconds: nothing if it does not say. */
  refusal?(url: string): Promise<{ why: string; seconds: number } | undefined>;
}

const browser: Surroundings = {
  open: (url) => new WebSocket(url) as Socket,
  chance: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  // A page is not shown the answer to an upgrade, so it asks once more without one.
  refusal: async (url) => {
    const answer = await fetch(url.replace('ws', 'http'));
    if (answer.status !== 429) return undefined;
    const { error } = (await answer.json()) as { error: { message: string } };
    return { why: error.message, seconds: Number(answer.headers.get('Retry-After')) };
  },
};

/** In milliseconds: the first wait before coming back, the longest of the first minute, and of all. */
const first = 500;
const early = 2_500;
const longest = 30_000;
const earlyTries = 20;
/** How long a line may be silent after something was said; and after a sleep, when it is likely to be dead. */
const silence = 15_000;
const wakeSilence = 4_000;
/** The server does not want us back: it says why. */
const policy = 1008;

const waitOf = (failures: number): number =>
  failures < earlyTries
    ? Math.min(early, first * 2 ** Math.min(failures, 10))
    : Math.min(longest, early * 2 ** Math.min(failures - earlyTries + 1, 10));

export interface Line<Out> {
  /** May be lost if the line is broken. `answered`: silence after it means that the line is dead. */
  say(message: Out, answered?: boolean): void;
  again(anew?: boolean): void;
  close(): void;
}
export interface LineListener<In> {
  opened?(): void;
  told(message: In): void;
  trouble: Listener['trouble'];
  closed(text: string): void;
}

export const socketLink = (url: string, listener: Listener, around: Surroundings = browser): Link => ({
  far: true,
  ...socketLine<FromClient, FromTable>(url, listener, around),
});

export function socketLine<Out, In extends { type: string }>(url: string, listener: LineListener<In>, around: Surroundings = browser): Line<Out> {
  let socket: Socket | undefined;
  let open = false;
  let ended = false;
  let failures = 0;
  /** The server said how long it will be away. */
  let away: number | undefined;
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
    timer = setTimeout(connect, wait * (0.5 + around.chance()));
  };
  const lost = (why: string) => {
    letGo();
    if (ended) return;
    listener.trouble({ kind: 'away', why });
    later();
  };
  const askWhy = async () => {
    const waiting = timer;
    const refused = await around.refusal?.(url).catch(() => undefined);
    if (!refused || ended || timer !== waiting) return;
    clearTimeout(timer);
    listener.trouble({ kind: 'away', why: refused.why, refused: refused.why });
    timer = setTimeout(connect, refused.seconds * 1000 * (1 + around.chance()));
  };
  const told = (data: unknown) => {
    heard();
    let message: In;
    try {
      message = JSON.parse(String(data)) as In;
    } catch {
      return lost('what came was no message');
    }
    failures = 0;
    if (message.type === 'drain') away = (message as unknown as TableDrain).after_ms;
    listener.told(message);
  };
  function connect(): void {
    letGo();
    const made = around.open(url);
    socket = made;
    watch = setTimeout(() => lost('no answer'), silence);
    made.onopen = () => {
      heard();
      open = true;
      listener.trouble(undefined);
      listener.opened?.();
    };
    made.onmessage = (event) => told(event.data);
    made.onclose = ({ code, reason }) => {
      if (code !== policy) {
        const never = !open;
        lost(reason || 'the line broke');
        return void (never && askWhy());
      }
      ended = true;
      letGo();
      listener.closed(reason);
    };
  }
  connect();

  return {
    say: (message, answered = true) => {
      if (!open) return;
      socket?.send(JSON.stringify(message));
      if (answered) watch ??= setTimeout(() => lost('no answer'), silence);
    },
    again: (anew = false) => {
      failures = 0;
      if (ended) return;
      if (!open || anew) return connect();
      clearTimeout(watch);
      watch = setTimeout(() => lost('no answer'), wakeSilence);
    },
    close: () => {
      ended = true;
      letGo();
    },
  };
}
