// The engine on the page's own thread, for stop_search.spec.ts: what is slowed down there is slowed down here.
import { Engine, runSearch, type Match } from '../../src/engine/index.js';

/** A decision of a random game, after so many others. */
function positionOf(engine: Engine, spec: string, decisions: number): Match {
  const match = engine.match(spec);
  const chance = engine.rng(3);
  for (let made = 0; ; ) {
    for (let size = match.urn(); size > 0; size = match.urn()) match.deal(chance.below(size));
    if (made++ === decisions) break;
    const { actions } = match.actions(50);
    match.play(match.state().to_move!, actions[chance.below(actions.length)]!);
  }
  chance.free();
  return match;
}

/** The longest that a stop would wait, in milliseconds: no slice of the thought can be left. */
async function longestSlice(thought: { step(positions: number): boolean; free(): void }): Promise<number> {
  let longest = 0;
  const timed = {
    step: (positions: number) => {
      const begun = performance.now();
      const more = thought.step(positions);
      longest = Math.max(longest, performance.now() - begun);
      return more;
    },
  };
  await runSearch(timed, {});
  thought.free();
  return longest;
}

async function measure(spec: string, who: string, decisions: number): Promise<number> {
  const engine = await (globalThis as unknown as { engine: Promise<Engine> }).engine;
  const match = positionOf(engine, spec, decisions);
  const longest = await longestSlice(who === 'hint' ? match.beginHint() : match.think(who, 7));
  match.free();
  return longest;
}

const engine = fetch('coset.wasm').then(async (found) => Engine.load(await found.arrayBuffer()));
Object.assign(globalThis, { engine, measure });
