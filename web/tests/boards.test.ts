import assert from 'node:assert/strict';
import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { afterEach, describe, test } from 'vitest';
import Bag from '../src/boards/Bag.svelte';
import Center from '../src/boards/Center.svelte';
import Chart from '../src/boards/Chart.svelte';
import { apart, gridOf, shortNames } from '../src/boards/chart.js';
import HandSizes from '../src/boards/HandSizes.svelte';
import RankDial from '../src/boards/RankDial.svelte';
import SuitDial from '../src/boards/SuitDial.svelte';
import Lock from '../src/boards/Lock.svelte';
import Card from '../src/pieces/Card.svelte';
import { isCard } from '../src/pieces/cards.js';
import Piece from '../src/pieces/Piece.svelte';
import Scrubber from '../src/screens/replay/Scrubber.svelte';
import { loadPresets } from './support/presets.js';

const presets = await loadPresets();
let mounted: object[] = [];

function show<P extends Record<string, any>>(part: Component<P>, props: P): HTMLElement {
  const target = document.createElement('div');
  document.body.append(target);
  mounted.push(mount(part, { target, props }));
  flushSync();
  return target;
}
afterEach(async () => {
  await Promise.all(mounted.map((part) => unmount(part)));
  mounted = [];
  document.body.replaceChildren();
});

const label = (name: string, count: number, selected: number) => `${name} ${count} ${selected}`;

describe.each(presets)('$id', ({ group, pieces, game }) => {
  test('draws its pieces', () => {
    for (const name of pieces.slice(0, 20)) {
      if (isCard(group)) {
        const drawn = show(Card, { name, label: name });
        assert.ok(drawn.querySelector('text')!.textContent!.length <= 2);
        assert.ok(drawn.querySelector('g path'));
      } else {
        const drawn = show(Piece, { group, name, size: 60, label: name });
        assert.equal(drawn.querySelector('svg')!.getAttribute('aria-label'), name);
        assert.ok(drawn.querySelectorAll('path').length > 0);
        show(Piece, { group, name, place: true });
      }
    }
  });
  if (game !== 'mad-abel') test('has a place in the Center for every piece', () => {
    const center = Object.fromEntries(pieces.map((name) => [name, 1]));
    const board = show(Center, {
      group,
      pieces,
      center,
      selected: {},
      ontoggle: () => {},
      label,
      title: 'Center',
    });
    const options = [...board.querySelectorAll('[role=option]')];
    assert.deepEqual(new Set(options.map((option) => option.getAttribute('data-name'))), new Set(pieces));
    assert.equal(options.filter((option) => option.getAttribute('tabindex') === '0').length, 1);
  });
});

describe('the Center by keyboard', () => {
  function board(extra: { line?: string[]; disabled?: boolean } = {}) {
    const calls: string[] = [];
    const drawn = show(Center, {
      group: 'Z2^3',
      pieces: ['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C'],
      center: { R: 1, O: 1, W: 1, C: 5 },
      selected: { O: 1, C: 2 },
      ontoggle: (name: string) => calls.push(`+${name}`),
      onremove: (name: string) => calls.push(`-${name}`),
      label,
      title: 'Center',
      ...extra,
    });
    const at = (name: string) => drawn.querySelector<HTMLElement>(`[data-name="${name}"]`)!;
    const press = async (key: string, more: KeyboardEventInit = {}) => {
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      );
      await tick();
      flushSync();
      return document.activeElement?.getAttribute('data-name');
    };
    return { calls, drawn, at, press };
  }

  test('arrows move over the figure, and one place stays in the tab order', async () => {
    const { at, press, drawn } = board();
    assert.equal(at('R').tabIndex, 0);
    at('R').focus();
    assert.equal(await press('ArrowDown'), 'W');
    assert.equal(await press('ArrowDown'), 'G');
    assert.equal(await press('ArrowLeft'), 'B');
    assert.equal(await press('ArrowLeft'), 'B');
    assert.equal(await press('End'), 'C');
    assert.equal(await press('Home'), 'R');
    assert.equal(await press('ArrowRight'), 'C');
    assert.deepEqual([...drawn.querySelectorAll('[tabindex="0"]')], [at('C')]);
  });

  test('space and enter choose; shift and delete take back; empty places do neither', async () => {
    const { at, press, calls } = board();
    at('O').focus();
    await press(' ');
    await press('Enter');
    await press('Enter', { shiftKey: true });
    await press('Delete');
    await press('Enter', { repeat: true });
    at('Y').focus();
    await press(' ');
    at('Y').click();
    at('R').click();
    assert.deepEqual(calls, ['+O', '+O', '-O', '-O', '+R']);
  });

  test('says what is chosen, how many there are and what is empty', () => {
    const { drawn, at } = board();
    assert.equal(drawn.querySelector('[role=listbox]')!.getAttribute('aria-multiselectable'), 'true');
    assert.equal(at('O').getAttribute('aria-selected'), 'true');
    assert.equal(at('R').getAttribute('aria-selected'), 'false');
    assert.equal(at('Y').getAttribute('aria-disabled'), 'true');
    assert.equal(at('C').getAttribute('aria-label'), 'C 5 2');
    assert.equal(at('C').querySelector('.count')!.textContent, '5');
    assert.ok(at('O').querySelector('.tick'));
    assert.ok(!at('R').querySelector('.tick'));
  });

  test('a line is bold when it is given, and nothing can be chosen when disabled', async () => {
    const { drawn, at, calls, press } = board({ line: ['O', 'P', 'G'], disabled: true });
    assert.equal(drawn.querySelectorAll('svg > .on').length, 1);
    assert.equal(drawn.querySelector('svg > .on')!.tagName.toLowerCase(), 'ellipse');
    at('R').focus();
    await press(' ');
    at('R').click();
    assert.deepEqual(calls, []);
  });
});

test('the chart has a table with the same numbers', () => {
  const players = [
    { name: 'Emmy', sizes: [13, 11, 12] },
    { name: 'Niels', sizes: [13, 14] },
  ];
  const drawn = show(HandSizes, { players, caption: 'Hands', plyHeading: 'Turn' });
  const rows = [...drawn.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  assert.deepEqual(rows, [
    ['0', '13', '13'],
    ['1', '11', '14'],
    ['2', '12', ''],
  ]);
  const dashes = [...drawn.querySelectorAll('figure > svg > path')].map((path) =>
    path.getAttribute('stroke-dasharray'),
  );
  assert.equal(new Set(dashes).size, 2);
  assert.deepEqual(gridOf(players), [11, 12, 13, 14]);
  assert.deepEqual(gridOf([]), [0, 1]);
});

test('dials and bag say what they show', () => {
  const dial = show(RankDial, {
    wanted: '3',
    reached: 'A',
    right: false,
    text: '9+5=14→1',
    label: 'Rank: two short',
  });
  assert.equal(dial.querySelector('svg')!.getAttribute('aria-label'), 'Rank: two short');
  assert.equal(dial.querySelectorAll('.place').length, 13);
  assert.equal(dial.querySelector('.wanted')!.textContent!.trim(), '3');
  assert.equal(dial.querySelector('.reached')!.textContent!.trim(), 'A');
  assert.equal(show(SuitDial, { label: 'Suit' }).querySelectorAll('.place').length, 4);
  assert.equal(show(Bag, { count: 30, label: '30 left' }).textContent!.trim(), '30');
});

test('the lock stands where the cards bring it, and opens on its card', () => {
  const lock = (cards: string[], target: string) =>
    show(Lock, { cards, target, count: 13, label: 'Lock' }).querySelector('svg')!;
  const wrong = lock(['s9', 's5'], 'd3');
  assert.equal(`${wrong.dataset['suit']} ${wrong.dataset['rank']}`, 'd A');
  assert.equal(wrong.querySelectorAll('.arc').length, 2);
  assert.ok(!wrong.querySelector('.tick'));
  const right = lock(['sJ', 's5'], 'd3');
  assert.ok(right.querySelector('.tick'));
  assert.equal(right.querySelectorAll('.here').length, 2);
  assert.equal(right.querySelector('.place.wanted text')!.textContent, '3');
  assert.equal(lock(['hK'], 'd3').querySelectorAll('.arc').length, 0);
  assert.equal(lock([], 'd3').querySelectorAll('.here').length, 0);
});

test('the names at the ends of a chart stay apart, near their lines and inside', () => {
  assert.deepEqual(apart([100, 200], 28, 270), [100, 200]);
  assert.deepEqual(apart([100, 100], 28, 270), [100, 128]);
  assert.deepEqual(apart([270, 270, 100], 28, 270), [242, 270, 100]);
  assert.deepEqual(apart([270, 260, 250], 28, 270), [270, 242, 214]);
  assert.deepEqual(apart([], 28, 270), []);
});

test('names at a chart are as short as tells them apart', () => {
  assert.deepEqual(shortNames(['You', 'Hypatia']), ['You', 'H']);
  assert.deepEqual(shortNames(['Warm Heron', 'Hypatia']), ['W', 'H']);
  assert.deepEqual(shortNames(['Heron', 'Hypatia']), ['He', 'Hy']);
  assert.deepEqual(shortNames(['Hypatia', 'Hypatia', 'Emmy']), ['H1', 'H2', 'Emmy']);
});
test('the ends of a chart have room for their words, also in the letters of a phone', () => {
  for (const name of ['You', 'Warm Heron', 'نور الدين']) {
    const drawn = show(Chart, { players: [{ name, sizes: [13, 12, 11] }, { name: 'Hypatia', sizes: [13, 9, 10] }], caption: '', heading: '' });
    const width = Number(drawn.querySelector('svg')!.getAttribute('viewBox')!.split(' ')[2]);
    for (const label of drawn.querySelectorAll('svg .label')) assert.ok(Number(label.getAttribute('x')) + 15 * [...label.textContent!].length <= width, label.textContent!);
  }
});
test('two counts of a scrubber that are the same lie beside one another, and at the end before the line', () => {
  const players = [{ name: 'Heron', sizes: [13, 12, 10, 10] }, { name: 'Hypatia', sizes: [13, 12, 10, 10] }];
  const counts = (at: number) => [...show(Scrubber, { players, at, turns: [], label: '', text: '', onstep: () => undefined }).querySelectorAll<HTMLElement>('.size')];
  const [one, other] = counts(1);
  assert.deepEqual([one!.textContent, other!.textContent], ['He 12', 'Hy 12']);
  const [top, below] = [one!, other!].map((each) => parseFloat(each.style.insetBlockStart || each.style.getPropertyValue('inset-block-start')));
  assert.ok(below! - top! > 20, `${top} ${below}`);
  assert.ok(!one!.classList.contains('before'));
  assert.ok(counts(3).every((each) => each.classList.contains('before')));
});
