// Hosts a table with two bots and a spectator in WebAssembly, and prints the record.
//   (cd web && npm ci && npm run engine)
//   node examples/host.mjs mad-abel 7
// The host's part: chance, a log, and somewhere for bots to think. The digest comes with the engine.
import { readFile } from 'node:fs/promises';
import { Engine, think } from '../web/build/src/engine/index.js';

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
while (!over) {
  for (let size; (size = table.urn()) > 0; ) table.dealt(rng.below(size));
  const wants = table.wants();
  if (wants.proposed) {
    log.push(wants.proposed); // first the log, then the table
    const sends = table.committed(wants.proposed.ply, 0);
    over = sends.find((send) => send.message.type === 'over')?.message;
  } else {
    table.botChose(wants.bot.seat, wants.bot.ply, await choose(wants.bot), 0);
  }
}
process.stdout.write(`${over.record}# chain ${over.chain}\n`);
rng.free();
table.free();
