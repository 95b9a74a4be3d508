// The engine's presets with the names of their pieces, for tests that draw every one of them.
import { Engine } from '../../src/engine/index.js';
import { engineModule } from './wasm.js';

export interface Preset {
  id: string;
  game: string;
  group: string;
  pieces: string[];
}

export async function loadPresets(): Promise<Preset[]> {
  const engine = await Engine.load(await engineModule());
  return engine.games().map(({ id, game, group }) => ({ id, game, group, pieces: engine.spec(id).pieces }));
}

/** Names and sums of groups, as the engine has them. */
export async function engineForTests(): Promise<{ names: (group: string) => string[]; sum: (group: string, names: string[]) => string }> {
  const engine = await Engine.load(await engineModule());
  const groups = new Map<string, ReturnType<typeof engine.group>>();
  const groupOf = (text: string) => {
    let group = groups.get(text);
    if (!group) groups.set(text, (group = engine.group(text)));
    return group;
  };
  return {
    names: (text) => groupOf(text).describe().elements,
    sum: (text, names) => groupOf(text).sum(names.join('+')).sum,
  };
}
