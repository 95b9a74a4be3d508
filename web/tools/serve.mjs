#!/usr/bin/env node
// Serves the built site with the headers of production; for the tests, and as an example for any server.
//   node tools/serve.mjs [FOLDER] [--port N] [--host H]        (default: dist, 4173, 127.0.0.1)
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const headers = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; object-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

export const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
};
const packings = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const sizeOf = (path) =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );

/** The address of a file below a folder, or nothing if it leads out of it or is hidden. */
export function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://host').pathname);
  } catch {
    return undefined;
  }
  if (path.endsWith('/')) path += 'index.html';
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder + sep)) || path.includes('\0') || /\/\./.test(path)) return undefined;
  return file;
}

async function answer(folder, request, response) {
  const send = (status, more, body) => {
    response.writeHead(status, { ...headers, ...more });
    response.end(body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, { Allow: 'GET, HEAD' });
  const file = fileFor(folder, request.url);
  const size = file && (await sizeOf(file));
  if (size === undefined) return send(404, { 'Content-Type': 'text/plain; charset=utf-8' }, 'Not found\n');

  const found = {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  };
  const accepted = String(request.headers['accept-encoding'] ?? '');
  let sent = file;
  let length = size;
  for (const [name, ending] of packings) {
    const smaller = accepted.includes(name) ? await sizeOf(file + ending) : undefined;
    if (smaller === undefined) continue;
    found['Content-Encoding'] = name;
    [sent, length] = [file + ending, smaller];
    break;
  }
  response.writeHead(200, { ...headers, ...found, 'Content-Length': length });
  if (request.method === 'HEAD') return response.end();
  createReadStream(sent)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Serves a folder; port 0 is any free one. */
export function serve(folder, { port = 0, host = '127.0.0.1' } = {}) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  return new Promise((ready, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => ready({ server, url: `http://${host}:${server.address().port}/` }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const option = (name, otherwise) => {
    const at = words.indexOf(name);
    return at < 0 ? otherwise : words.splice(at, 2)[1];
  };
  const port = Number(option('--port', '4173'));
  const host = option('--host', '127.0.0.1');
  const folder = words[0] ?? fileURLToPath(new URL('../dist', import.meta.url));
  const { url } = await serve(folder, { port, host });
  console.log(`serving ${folder} at ${url}`);
}
