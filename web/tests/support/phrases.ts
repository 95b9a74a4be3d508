// The engine's own English, from its sources: text by id.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export function phrases(): Map<string, string> {
  const folder = resolve('../src/engine/teach');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)english_\w+\.cpp$/.test(name));
  const source = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const found = [...source.matchAll(/\{"([^"]+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\}/g)];
  return new Map(found.map(([, id, text]) => [id!, [...text!.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1]).join('')]));
}
