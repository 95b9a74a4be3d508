// For mutate.mjs: runs some unit tests with a mutant, as often as it is asked to, and answers which fail.
import { createVitest } from 'vitest/node';
import { planted } from './plant.mjs';

// As Vitest's own command does; vite.config.ts looks at it.
process.env.VITEST = process.env.TEST = 'true';
process.env.NODE_ENV ??= 'test';

async function failing(files, id) {
  const vitest = await createVitest(
    'test',
    { watch: false, run: true, bail: 1, pool: 'threads', maxWorkers: 1, reporters: [{}], passWithNoTests: false },
    { plugins: [planted(id)], logLevel: 'silent' },
  );
  try {
    const { testModules, unhandledErrors } = await vitest.start(files);
    const failed = testModules.flatMap((module) => [...module.children.allTests('failed')].map((test) => test.fullName));
    if (failed.length > 0) return failed;
    // What cannot be loaded was not tested.
    if (testModules.length < files.length || testModules.some((module) => module.errors().length > 0)) return ['?'];
    return unhandledErrors.map((error) => `unhandled: ${error?.message ?? error}`);
  } finally {
    await vitest.close();
  }
}

process.on('message', async ({ files, id }) => process.send(await failing(files, id).catch((error) => ['?', String(error)])));
