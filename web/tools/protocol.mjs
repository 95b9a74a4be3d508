// Writes src/engine/protocol.ts from docs/protocol/*.schema.json; with --check, only says whether it
// is as it should be.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const schemas = new URL('../../docs/protocol/', import.meta.url);
const target = fileURLToPath(new URL('../src/engine/protocol.ts', import.meta.url));

// One schema with everything in it, so that every type has one name. A description beside a
// reference would make a second type of it.
function bundled(value) {
  if (Array.isArray(value)) return value.map(bundled);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') return { $ref: value.$ref.replace(/^common\.schema\.json/, '') };
  const { $schema, $id, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, bundled(each)]));
}
const read = async (name) => JSON.parse(await readFile(new URL(name, schemas), 'utf8'));

const $defs = bundled((await read('common.schema.json')).$defs);
for (const [name, definition] of Object.entries($defs))
  if (definition.type === 'object' || definition.oneOf) definition.title = name;
const names = (await readdir(schemas)).filter((name) => /^(client|table)-.*\.schema\.json$/.test(name)).sort();
for (const name of names) $defs[name] = bundled(await read(name));
const side = (prefix) =>
  names.filter((name) => name.startsWith(prefix)).map((name) => ({ $ref: `#/$defs/${name}` }));

const text = await compile(
  {
    title: 'Message',
    $defs,
    oneOf: [
      { title: 'FromClient', oneOf: side('client-') },
      { title: 'FromTable', oneOf: side('table-') },
    ],
  },
  'Message',
  {
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    bannerComment:
      '// Generated from docs/protocol/*.schema.json by `npm run protocol`; do not edit.\n' +
      '// The messages of a table, version 1.',
    style: { singleQuote: true, printWidth: 100 },
  },
);

if (!process.argv.includes('--check')) {
  await writeFile(target, text);
} else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
  console.error('web/src/engine/protocol.ts does not fit docs/protocol/; to renew it: npm run protocol');
  process.exit(1);
}
