// A class without a server: its socket, and what a teacher's commands would make it say.
import type { FromClass, PupilState, ToClass } from '../../src/class/messages.js';
import { PupilLink, type ClassListener, type Outbox } from '../../src/class/link.js';
import { Classroom } from '../../src/class/state.svelte.js';
import { ClassStore } from '../../src/class/store.js';
import type { ConnectionListener } from '../../src/transport/socket.js';

export const code = 'K7P2QX';
export const state = (more: Partial<PupilState> = {}): PupilState => ({ number: 1, paused: false, task: 'lesson colours.not-paint 1', ...more });

/** One connection: what was sent over it, and whether it is up. */
export class FakeSocket {
  sent: ToClass[] = [];
  up = false;
  closed = false;
  reconnects: boolean[] = [];
  listener!: ConnectionListener<FromClass>;

  open = (listener: ConnectionListener<FromClass>) => {
    this.listener = listener;
    return {
      say: (message: ToClass) => {
        if (this.up) this.sent.push(message);
        return this.up;
      },
      reconnect: (anew = false) => void this.reconnects.push(anew),
      close: () => void (this.closed = true),
    };
  };
  connect(): void {
    this.up = true;
    this.listener.linkError(undefined);
    this.listener.opened!();
  }
  lose(): void {
    this.up = false;
    this.listener.linkError({ kind: 'disconnected', why: 'lost' });
  }
  tell(message: FromClass): void {
    this.listener.told(message);
  }
  /** What was sent since the last call. */
  said(): ToClass[] {
    return this.sent.splice(0);
  }
  welcome(more: Partial<Extract<FromClass, { type: 'welcome' }>> = {}): void {
    this.tell({ type: 'welcome', class: code, language: 'en', offers: ['Brave Newt', 'Calm Owl', 'Red Fox'], locked: false, pupils: 27, options: { think_first: true, free_names: false }, ...more });
  }
}

export function linkOf(outbox: Outbox, listener: Partial<ClassListener> = {}) {
  const socket = new FakeSocket();
  const told: FromClass[] = [];
  const ended: string[] = [];
  const link = new PupilLink({ open: socket.open, outbox }, { class: code, token: 'ab'.repeat(16) }, {
    told: (message) => told.push(message), linkError: () => undefined, ended: (problem) => ended.push(problem.code), ...listener,
  });
  return { link, socket, told, ended };
}

export function classOf(extra = false) {
  const socket = new FakeSocket();
  const store = new ClassStore(code, extra);
  return { socket, store, room: new Classroom({ open: socket.open, store }, code) };
}
