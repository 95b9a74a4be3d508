// Caddy before a cosetd, by the lines of docs/self-hosting.md, with TLS by an authority of its own and a browser that trusts it. The
// name is not one of loopback, which browsers treat as secure without TLS.
import { chromium, type Browser } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

const host = 'coset.test';

/** Below those that the system gives to connections: none of theirs takes it before a program binds it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_768);
    const listener = createServer();
    const free = await new Promise<boolean>((done) => listener.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)));
    if (!free) continue;
    await new Promise((done) => listener.close(done));
    return port;
  }
}

export class Caddy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'coset-caddy-'));
  #process: ChildProcess | undefined;
  readonly #browsers: Browser[] = [];
  #key = '';

  private constructor(readonly port: number) {}
  static async create(): Promise<Caddy> {
    return new Caddy(await freePort());
  }
  get url(): string {
    return `https://${host}:${this.port}/`;
  }
  /** Of the cosetd behind it. */
  get flags(): string[] {
    return ['--public-url', this.url.slice(0, -1), '--trust-proxy', '127.0.0.1'];
  }
  async start(to: number): Promise<void> {
    const page = readFileSync(fileURLToPath(new URL('../../docs/self-hosting.md', import.meta.url)), 'utf8');
    const lines = /```caddyfile\n([^]*?)```/.exec(page)![1]!.replace('play.example {', `${host}:${this.port} {\n\ttls internal`).replace('127.0.0.1:8080', `127.0.0.1:${to}`);
    writeFileSync(join(this.#folder, 'Caddyfile'), `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${lines}`);
    this.#process = spawn('caddy', ['run', '--config', join(this.#folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_DATA_HOME: this.#folder, XDG_CONFIG_HOME: this.#folder },
    });
    let log = '';
    this.#process.stderr!.on('data', (part: Buffer) => (log += part.toString()));
    for (const end = Date.now() + 30_000; !this.#key; await new Promise((later) => setTimeout(later, 50))) {
      if (Date.now() > end || this.#process.exitCode !== null) throw new Error(`Caddy does not serve: ${log}`);
      this.#key = await this.#served();
    }
  }
  /** The digest of the key that it serves with; empty as long as it does not. */
  #served(): Promise<string> {
    return new Promise((done) =>
      get({ host: '127.0.0.1', port: this.port, servername: host, headers: { Host: `${host}:${this.port}` }, path: '/healthz', rejectUnauthorized: false, agent: false }, (answer) => {
        const key = (answer.socket as TLSSocket).getPeerX509Certificate()!.publicKey.export({ type: 'spki', format: 'der' });
        answer.resume();
        done(answer.statusCode === 200 ? createHash('sha256').update(key).digest('base64') : '');
      }).once('error', () => done('')));
  }
  /** One to which the certificate is as good as any: it installs the service worker too. */
  async browser(): Promise<Browser> {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', `--host-resolver-rules=MAP ${host} 127.0.0.1`, `--ignore-certificate-errors-spki-list=${this.#key}`],
    });
    this.#browsers.push(browser);
    return browser;
  }
  async close(): Promise<void> {
    for (const browser of this.#browsers) await browser.close();
    const process = this.#process;
    if (process && process.exitCode === null) {
      const gone = new Promise((done) => process.once('exit', done));
      process.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
