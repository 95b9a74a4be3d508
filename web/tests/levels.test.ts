// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { advisers, levelAtFirst, levelIn, levelMeant, levelNumber, mostLevels } from '../src/app/levels.js';
import { Engine, think } from '../src/engine/index.js';
import { groupName } from '../src/components/group_name.js';
import { levelAbout, levelName, seatsOf, type Seat } from '../src/components/seating.js';
import { levelsSaid, texts as words } from '../src/screens/home/level_words.js';
import { engineModule } from './support/wasm.js';

const engine = await Engine.load(await engineModule());
const named = (n: number) => Array.from({ length: n }, (_, i) => `level${i + 1}`);

describe('what a device has kept', () => {
  test.each([
    ['random', 'level1'],
    ['greedy', 'level4'],
    ['lookahead', 'level5'],
    ['strong', 'level8'],
    ['level7', 'level7'],
    ['level9', levelAtFirst],
    ['level0', levelAtFirst],
    ['toString', levelAtFirst],
    ['', levelAtFirst],
  ])('%s means %s', (kept, level) => expect(levelMeant(kept)).toBe(level));

  test('is read as a level by the settings', async () => {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ level: 'greedy', name: 'Emmy', volume: 'loud' }) });
    vi.resetModules();
    const { settings } = await import('../src/app/settings.svelte.js');
    expect(settings).toMatchObject({ level: 'level4', name: 'Emmy', volume: 0.5 });
    vi.unstubAllGlobals();
  });
});

describe('the levels of a game', () => {
  test.each([
    ['al-jabar', 8],
    ['al-jabar seats=4', 8],
    ['mad-abel', 5],
    ['solitaire', 5],
    ['al-jabar Z3^2', 6],
  ])('%s has %d', (spec, n) => expect(engine.spec(spec).levels.map((level) => level.name)).toEqual(named(n)));

  test('are described in our own words wherever one plays against them', () => {
    for (const spec of ['al-jabar', 'al-jabar seats=3', 'mad-abel', 'mad-abel seats=4']) {
      const { game, seats, levels } = engine.spec(spec);
      const said = levels.map((level) => levelAbout(game, seats, level));
      expect(new Set(said).size, spec).toBe(levels.length);
      for (const text of said) expect(text, spec).toMatch(/^[A-Z].*\.$/);
    }
    expect(levelAbout('chess', 2, { name: 'level2', about: 'plays' })).toBe('plays');
    // Where a way of thinking showed no step, the next one has its number, and words of its own.
    expect(levelAbout('al-jabar', 2, { name: 'level6', about: 'plays', way: 7 })).toBe('Looks at up to about 2000 positions and weighs drawing.');
  });
  test('end at its last one', () => {
    const { levels } = engine.spec('mad-abel');
    expect(named(mostLevels).map((level) => levelNumber(levelIn(levels, level)))).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
    expect(levelIn(levels, 'greedy')).toBe('greedy');
    expect(levelIn([], 'level3')).toBe('level3');
    const seats: Seat[] = [{ who: 'bot', bot: 'level8' }, { who: 'friend', name: 'Sam' }];
    expect(seatsOf(seats, levels)).toMatchObject([{ bot: 'level5' }, { name: 'Sam' }]);
  });
  test('are counted, and the text says where they were measured', () => {
    expect(levelsSaid(engine.spec('al-jabar Z3^2'))).toBe('There are 6 levels here.');
    expect(levelsSaid(engine.spec('al-jabar Z2xZ5'))).toBe(`There are 6 levels here. They were measured on ${groupName('Z3^2')}, the nearest group.`);
    expect(Object.keys(words.ar)).toEqual(Object.keys(words.en));
  });
  test('are called by their number', () => {
    expect(levelName('level3')).toBe('Level 3');
    expect(levelName('strong')).toBe('The strongest');
    expect(levelName('greedy')).toBe('Bot greedy');
  });
  test('that advise are good ones, and the best', () => {
    expect(advisers(engine.spec('al-jabar').levels)).toEqual(['level4', 'level6', 'strong']);
    expect(advisers(engine.spec('solitaire').levels)).toEqual(['level3', 'level4', 'strong']);
    expect(advisers([])).toEqual(['strong']);
  });
});

test.each(['al-jabar', 'al-jabar seats=4', 'mad-abel', 'solitaire'])('in %s the strongest thinks to its end', async (spec) => {
  const match = engine.match(spec);
  const rng = engine.rng(4);
  for (let size; (size = match.urn()) > 0; ) match.deal(rng.below(size));
  const chosen = await think(match, { bot: 'strong', seed: 2, pause: async () => undefined });
  expect(chosen.done).toBe(true);
  expect(match.judge(match.state().to_move!, chosen.move).legal).toBe(true);
  match.free();
});
