// @vitest-environment node
// The server of the built site: its headers, packed files, and nothing outside its folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error a plain script without types
import { serve } from '../tools/serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'coset-serve-'));
let server: Server;
let port = 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  mkdirSync(join(folder, 'site/.hidden'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/.hidden/secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'site/sw.js'), '0');
  writeFileSync(join(folder, 'site/assets/a-1.js'), 'let a');
  writeFileSync(join(folder, 'site/assets/a-1.js.gz'), gzipSync('let a'));
  ({ server } = await serve(join(folder, 'site')));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

// Not fetch: it would tidy the path before it is sent.
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      response.resume();
      done(response);
    })
      .on('error', failed)
      .end();
  });

test('every answer has the headers of production', async () => {
  for (const path of ['/', '/assets/a-1.js', '/nowhere']) {
    const { headers } = await ask(path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  }
});
test('only files that are named by their content are kept for good', async () => {
  expect((await ask('/assets/a-1.js')).headers['cache-control']).toContain('immutable');
  expect((await ask('/')).headers['cache-control']).toBe('no-cache');
  expect((await ask('/sw.js')).headers['cache-control']).toBe('no-cache');
});
test('files go packed to who can unpack them', async () => {
  expect((await ask('/assets/a-1.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  expect((await ask('/assets/a-1.js')).headers['content-encoding']).toBeUndefined();
  expect((await ask('/assets/a-1.js')).headers['content-type']).toContain('text/javascript');
});
test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/.hidden/secret.txt', '/%00', '/%', '//..//secret.txt'])(
  '%s is not there',
  async (path) => expect((await ask(path)).statusCode).toBe(404),
);
test('it only gives', async () => expect((await ask('/', {}, 'POST')).statusCode).toBe(405));
