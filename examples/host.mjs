// Hosts a table with two bots and a spectator in WebAssembly, and prints the record.
//   (cd web && npm install --no-save && npm run engine)
//   node examples/host.mjs mad-abel 7
// The host's part: chance, a log, and somewhere for bots to think. The digest comes with the engine.
import { readFile } from 'node:fs/promises';
import { Engine, runHostLoop, think } from '../web/build/src/engine/index.js';

const [game = 'al-jabar', seedText = '1'] = process.argv.slice(2);
const module = process.env.COSET_WASM ?? new URL('../build/wasm/bin/coset.wasm', import.meta.url);
const seed = BigInt(seedText);

const engine = await Engine.load(await readFile(module));
const setup = { table: 'oak', spec: game, seats: [{ bot: 'greedy' }, { bot: 'lookahead' }] };
const table = engine.table(setup, [], 0);
table.handle(1, { type: 'hello', proto: 1, table: 'oak' }, 0);

// What the bot of a task does. A worker may do this: a task is text.
async function choose(task) {
  const match = engine.match(task.spec, task.position);
  const chosen = await think(match, { bot: task.bot, seed: seed + BigInt(task.ply), positions: 2000, slice: 100 });
  match.free();
  return chosen.move;
}

const rng = engine.rng(seed);
const log = [];
let over;
await runHostLoop(table, {
  urn({ size }) {
    table.dealt(rng.below(size));
    return true;
  },
  proposed(row) {
    log.push(row); // first the log, then the table
    const sends = table.committed(row.ply, 0);
    over = sends.find((send) => send.message.type === 'game_over')?.message;
    return true;
  },
  async bot(task) {
    table.botChose(task.seat, task.ply, await choose(task), 0);
    return true;
  },
  // Nobody is here who could ask for these.
  hint: () => false,
  rematch: () => false,
  wake_at: () => false,
});
process.stdout.write(`${over.record}# chain ${over.chain}\n`);
rng.free();
table.free();
