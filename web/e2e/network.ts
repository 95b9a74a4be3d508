// Machines of a network of their own, each a network namespace, joined by a bridge and without a route to anywhere else. Needs
// root, as tests/system/server/classroom_test.py does.
import { chromium, type Browser } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ip = (...words: string[]) => execFileSync('ip', words, { timeout: 20_000 });
let made = 0;

export class Network {
  /** The first machine has the first address, and the bridge. */
  readonly address = '10.77.0.1';
  readonly folder = mkdtempSync(join(tmpdir(), 'coset-network-'));
  readonly #names: string[];

  constructor(machines: number) {
    const mark = `coset${process.pid}n${++made}`;
    this.#names = Array.from({ length: machines }, (_, i) => `${mark}m${i}`);
  }
  open(): void {
    this.#names.forEach((name, i) => {
      const first = this.#names[0]!;
      ip('netns', 'add', name);
      // Its addresses are tried for some seconds, and a browser takes what comes of it for another network.
      ip('netns', 'exec', name, 'sh', '-c', 'for each in all default; do echo 1 >/proc/sys/net/ipv6/conf/$each/disable_ipv6; done');
      ip('-n', name, 'link', 'set', 'lo', 'up');
      if (i === 0) {
        ip('-n', name, 'link', 'add', 'class', 'type', 'bridge');
        ip('-n', name, 'addr', 'add', `${this.address}/24`, 'dev', 'class');
        ip('-n', name, 'link', 'set', 'class', 'up');
        return;
      }
      ip('-n', first, 'link', 'add', `to${i}`, 'type', 'veth', 'peer', 'name', 'net', 'netns', name);
      ip('-n', first, 'link', 'set', `to${i}`, 'master', 'class', 'up');
      ip('-n', name, 'addr', 'add', `10.77.0.${10 + i}/24`, 'dev', 'net');
      ip('-n', name, 'link', 'set', 'net', 'up');
    });
  }
  /** Runs a program at a machine. */
  run(machine: number, program: string, words: string[], how: SpawnOptions = {}): ChildProcess {
    return spawn('ip', ['netns', 'exec', this.#names[machine]!, program, ...words], how);
  }
  /** A browser at a machine. */
  browser(machine: number): Promise<Browser> {
    const launcher = join(this.folder, `browser${machine}`);
    const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
    writeFileSync(launcher, `#!/bin/sh\nexec ip netns exec ${this.#names[machine]!} ${program} "$@"\n`);
    chmodSync(launcher, 0o755);
    return chromium.launch({ executablePath: launcher, args: ['--no-sandbox'] });
  }
  /** Also what was only begun. */
  close(): void {
    for (const name of this.#names)
      try {
        ip('netns', 'del', name);
      } catch {
        // It was not made.
      }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
