#!/usr/bin/env node
// Plants every mutant of tests/mutation/web.json and says which the tests notice; tools/mutate calls it.
//   node web/tools/mutate.mjs               all of them
//   node web/tools/mutate.mjs W7 W15        some
//   node web/tools/mutate.mjs --list        names them, a line each
// A mutant is planted while a file is loaded (plant.mjs), so nothing on the disk changes. First the tests that are
// named must pass without a mutant; then each mutant is caught if one of its tests fails. One with a "why" is
// equivalent: it makes no difference, and its tests must not fail. Exits 0 if all are caught, 1 if some
// survived, 2 if the list is not in order or a mutant leaves nothing that could be tested.
import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants as read, root } from './plant.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
process.chdir(web);
/** How long the tests of one mutant may take, in milliseconds; on a busy machine they take long. */
const patience = 60_000;

function inOrder(mutants) {
  const faults = [];
  const seen = new Set();
  for (const { id, file, mutation, before, after, tests } of mutants) {
    if (!/^W\d+$/.test(id) || seen.has(id)) faults.push(`${id}: no id, or the id of another`);
    seen.add(id);
    if (!mutation || !tests?.length || before === after) faults.push(`${id}: something is missing`);
    const times = readFileSync(root + file, 'utf8').split(before).length - 1;
    if (times !== 1) faults.push(`${id}: its text occurs ${times} times in ${file}`);
  }
  return faults;
}

/** Units that run in a process of their own, many mutants one after the other: a mutant may never come to an end. */
class Runner {
  #child;
  /** The names of the tests that fail; '?' for what could not be run. */
  async failing(files, id) {
    this.#child ??= fork(fileURLToPath(new URL('mutate_units.mjs', import.meta.url)), { cwd: web, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const child = this.#child;
    child.send({ files, id });
    const answer = await new Promise((done) => {
      const timer = setTimeout(() => done(['does not end']), id ? patience : 10 * patience);
      child.once('message', (failed) => (clearTimeout(timer), done(failed)));
      child.once('exit', () => (clearTimeout(timer), (this.#child = undefined), done(['?'])));
    });
    child.removeAllListeners();
    if (answer[0] === 'does not end') this.close();
    return answer;
  }
  close() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/** The same in a browser; these specs build what they need. */
function specsThatFail(files, id) {
  const output = mkdtempSync(join(tmpdir(), 'coset-mutate-'));
  const { status, stdout } = spawnSync(
    'npx',
    ['playwright', 'test', ...files, '--workers=1', '--retries=0', '-x', '--reporter=json', `--output=${output}`],
    { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, COSET_NO_SITE: '1', ...(id ? { COSET_MUTANT: id } : {}) } },
  );
  rmSync(output, { recursive: true, force: true });
  if (status === 0) return [];
  try {
    const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
    const failed = JSON.parse(stdout).suites.flatMap(specs).filter((spec) => !spec.ok).map((spec) => spec.title);
    return failed.length > 0 ? failed : ['?'];
  } catch {
    return ['?'];
  }
}

const runner = new Runner();
async function testsThatFail(tests, id) {
  const isSpec = (test) => test.endsWith('.spec.ts');
  const units = tests.filter((test) => !isSpec(test));
  const specs = tests.filter(isSpec);
  const failed = units.length > 0 ? await runner.failing(units, id) : [];
  return failed.length > 0 || specs.length === 0 ? failed : specsThatFail(specs, id);
}

const all = read();
const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== '--list' && !all.some(({ id }) => id === word));
const faults = [...inOrder(all), ...unknown.map((word) => `no mutant ${word}; see --list`)];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(2);
}
if (words.includes('--list')) {
  for (const { id, file, mutation, why } of all) console.log(`${id.padEnd(5)} ${file}: ${mutation}${why ? '; makes no difference' : ''}`);
  process.exit(0);
}

const chosen = words.length > 0 ? all.filter(({ id }) => words.includes(id)) : all;
const sound = await testsThatFail([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (sound.length > 0) {
  console.error(`the tests fail without a mutant: ${sound.join(' | ')}`);
  runner.close();
  process.exit(2);
}
const sums = { caught: 0, survived: 0, equivalent: 0, untested: 0 };
for (const { id, file, mutation, tests, why } of chosen) {
  const begun = performance.now();
  const [by] = await testsThatFail(tests, id);
  if (by === '?') {
    ++sums.untested;
    console.error(`${id}: with it the tests do not run at all`);
    continue;
  }
  const state = why ? (by === undefined ? 'equivalent' : 'survived') : by === undefined ? 'survived' : 'caught';
  ++sums[state];
  const word = why ? (by === undefined ? 'harmless' : 'NOT HARMLESS') : by === undefined ? 'SURVIVED' : 'caught';
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${id.padEnd(5)} ${word.padEnd(9)} ${seconds.padStart(5)} s  ${file.replace('web/src/', '')}: ${mutation}${by ? `  [${by}]` : ''}`);
}
runner.close();
console.log(Object.entries(sums).map(([state, times]) => `${times} ${state}`).join(', '));
process.exit(sums.untested > 0 ? 2 : sums.survived > 0 ? 1 : 0);
