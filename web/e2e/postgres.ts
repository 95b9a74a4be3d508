// A PostgreSQL of the test's own, reached by a socket in its folder and nowhere else.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = '/usr/lib/postgresql/15/bin';
const root = process.getuid?.() === 0;
const idOf = (what: '-u' | '-g') => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));

export class Postgres {
  readonly folder = mkdtempSync(join(tmpdir(), 'coset-postgres-'));

  constructor() {
    chmodSync(this.folder, 0o711);
    if (root) chownSync(this.folder, idOf('-u'), idOf('-g'));
    this.#run('initdb', '-D', this.#data, '-A', 'trust', '-U', 'coset', '--no-locale', '-E', 'UTF8', '-N');
    this.start();
    this.#run('createdb', '-h', this.folder, '-U', 'coset', 'coset');
  }
  get url(): string {
    return `host=${this.folder} user=coset dbname=coset`;
  }
  get #data(): string {
    return join(this.folder, 'data');
  }
  #run(program: string, ...words: string[]): void {
    const line = [join(programs, program), ...words];
    const [first, ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...line] : line;
    execFileSync(first!, rest, { cwd: this.folder, stdio: 'ignore' });
  }
  start(): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', '-l', join(this.folder, 'log'), '-o', `-k ${this.folder} -c listen_addresses= -c max_connections=50`, 'start');
  }
  /** As a power cut would. */
  stop(how: 'immediate' | 'fast' = 'immediate'): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', '-m', how, 'stop');
  }
  /** All that it holds, as text. */
  dump(): string {
    return execFileSync(join(programs, 'pg_dump'), ['-d', this.url], { encoding: 'utf8', maxBuffer: 1 << 28 });
  }
  close(): void {
    this.stop('fast');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
