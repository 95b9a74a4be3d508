// @vitest-environment node
// docs/api/openapi.yaml is what its standard asks for, and says enough for programs to be made from it.
import { createConfig, lint } from '@redocly/openapi-core';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the page of the HTTP API has no errors by its standard', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lint({ ref: fileURLToPath(new URL('../../docs/api/openapi.yaml', import.meta.url)), config });
  expect(found.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`)).toEqual([]);
});
