// A network between a page and its server that can go away: what a browser's own switch does not do to a WebSocket.
import { createServer, connect, type AddressInfo, type Server as Listener, type Socket } from 'node:net';

export class Network {
  #listener: Listener | undefined;
  readonly #lines = new Set<[Socket, Socket]>();
  #state: 'up' | 'silent' | 'down' = 'up';
  port = 0;

  async open(to: () => number): Promise<this> {
    this.#listener = createServer((near) => {
      if (this.#state === 'down') return void near.destroy();
      const far = connect(to(), '127.0.0.1');
      const line: [Socket, Socket] = [near, far];
      this.#lines.add(line);
      for (const [from, into] of [line, [far, near] as const]) {
        from.setNoDelay(true);
        from.on('error', () => undefined);
        from.on('close', () => (into.destroy(), this.#lines.delete(line)));
        from.pipe(into);
      }
      if (this.#state === 'silent') this.#hold(line);
    });
    await new Promise<void>((ready) => this.#listener!.listen(0, '127.0.0.1', ready));
    this.port = (this.#listener.address() as AddressInfo).port;
    return this;
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }
  #hold([near, far]: [Socket, Socket]): void {
    near.unpipe();
    far.unpipe();
    near.pause();
    far.pause();
  }
  /** A tunnel: nothing passes, and no side is notified. What is under way comes later. */
  silence(): void {
    this.#state = 'silent';
    for (const line of this.#lines) this.#hold(line);
  }
  /** The cable is out: every line breaks, and no new one is had. */
  cut(): void {
    this.#state = 'down';
    for (const [near, far] of this.#lines) (near.resetAndDestroy(), far.resetAndDestroy());
  }
  mend(): void {
    if (this.#state === 'silent') for (const [near, far] of this.#lines) (near.pipe(far), far.pipe(near));
    this.#state = 'up';
  }
  close(): void {
    this.cut();
    this.#listener?.close();
  }
}
