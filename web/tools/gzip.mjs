// The gzip form of a file, as the site serves it: packed by libdeflate, which finds a twentieth more than zlib does.
import { spawnSync } from 'node:child_process';

/** @param {Uint8Array} bytes */
export function gzip(bytes) {
  const { stdout, status, error } = spawnSync('libdeflate-gzip', ['-12', '-n', '-c'], { input: bytes, maxBuffer: 1 << 26 });
  if (error || status !== 0) throw new Error('libdeflate-gzip packs the files; tools/setup installs it', { cause: error });
  return stdout;
}
