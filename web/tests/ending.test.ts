// The end of a game: why, for each reader, and then the last page after the time to read it or a touch.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../src/app/settings.svelte.js';
import Ending from '../src/screens/table/Ending.svelte';
import { timeToRead, whyOf } from '../src/screens/table/ending.js';
import { speak } from '../src/strings/strings.svelte.js';
import '../src/strings/languages.js';

const names = ['Emmy', 'Ivo', 'Ada'];
interface Case {
  ending: string;
  you?: number;
  final?: number;
  winners?: number[];
  resigned?: number[];
  late?: number[];
  game?: string;
  clients?: number;
}
function sat({ ending, you = 1, final, winners = [1], resigned = [], late = [], game = 'al-jabar', clients = 1 }: Case) {
  const active = {
    you, over: { ending, winners },
    seats: names.map((name, i) => ({ seat: i + 1, name, ...(resigned.includes(i + 1) ? { forfeited: true } : late.includes(i + 1) ? { forfeited: true, cause: 'time' } : {}) })),
    view: { game, ...(final ? { final_round: { seat: final, cause: ending } } : {}) },
  };
  return { active, clients: Array.from({ length: clients }, () => active), facts: { game } } as never;
}
const name = (seat: number) => names[seat - 1]!;

describe('why a game is over', () => {
  test.each<[string, Case, string]>([
    ['down to one', { ending: 'one_piece', final: 2 }, 'Ivo came down to one piece, and everyone has had their last turn.'],
    ['down to one oneself', { ending: 'one_piece', final: 1 }, 'You came down to one piece, and everyone has had their last turn.'],
    ['for a spectator', { ending: 'one_piece', final: 1, you: 0 }, 'Emmy came down to one piece, and everyone has had their last turn.'],
    ['several at one device', { ending: 'one_piece', final: 1, clients: 2 }, 'Emmy came down to one piece, and everyone has had their last turn.'],
    ['stuck', { ending: 'stuck', final: 2 }, 'Ivo could not get lower with so few pieces. That ends the game: the fewest pieces win.'],
    ['stuck oneself', { ending: 'stuck', final: 1 }, 'You could not get lower with so few pieces. That ends the game: the fewest pieces win.'],
    ['alone', { ending: 'one_piece', game: 'solitaire' }, 'You came down to one piece.'],
    ['alone with an empty bag', { ending: 'bag_empty', game: 'solitaire' }, 'Nothing balances, and the bag is empty.'],
    ['no card left', { ending: 'emptied', game: 'mad-abel', winners: [2] }, 'Ivo played the last card and has none left.'],
    ['no card left oneself', { ending: 'emptied', game: 'mad-abel' }, 'You played your last card and have none left.'],
    ['resigned', { ending: 'forfeit', resigned: [2, 3] }, 'Ivo, Ada resigned.'],
    ['resigned oneself', { ending: 'forfeit', resigned: [1], winners: [2] }, 'You resigned.'],
    ['out of time', { ending: 'forfeit', late: [2] }, 'Ivo ran out of time.'],
    ['out of time oneself', { ending: 'forfeit', late: [1], winners: [2] }, 'You ran out of time.'],
    ['resigned, not known who', { ending: 'forfeit' }, 'Everyone else has resigned.'],
    ['in a later version', { ending: 'struck_by_lightning' }, 'The game is over'],
  ])('%s', (_what, is, text) => expect(whyOf(sat(is), name)).toBe(text));
  test('as it is sent to others, who did not play', () => {
    expect(whyOf(sat({ ending: 'stuck', final: 1 }), name, false)).toBe('Emmy could not get lower with so few pieces. That ends the game: the fewest pieces win.');
    expect(whyOf(sat({ ending: 'forfeit', resigned: [1], winners: [2] }), name, false)).toBe('Emmy resigned.');
  });
  test('in Arabic, where "you" is another verb', async () => {
    await speak('ar');
    expect(whyOf(sat({ ending: 'stuck', final: 1 }), name)).toContain('لم تستطع');
    expect(whyOf(sat({ ending: 'stuck', final: 2 }), name)).toContain('Ivo');
    await speak('en');
  });
});

describe('the line over the board', () => {
  let mounted: object | undefined;
  const read = vi.fn();
  const figure = '<div class="center"><div class="figure"><svg class="under"></svg><div data-name="W"></div></div></div><section class="hand"><div aria-disabled="false"><svg></svg></div></section>';
  const prototype = Element.prototype as unknown as Record<string, unknown>;
  const { animate, getTotalLength } = prototype;
  let animations: { target: Element; frames: unknown; timing: KeyframeAnimationOptions }[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    read.mockClear();
    animations = [];
    prototype['animate'] = function (this: Element, frames: unknown, timing: KeyframeAnimationOptions) {
      animations.push({ target: this, frames, timing });
      return {};
    };
    prototype['getTotalLength'] = () => 100;
    Object.assign(settings, { motion: 'full', speed: 1 });
  });
  afterEach(async () => {
    if (mounted) await unmount(mounted);
    mounted = undefined;
    document.body.replaceChildren();
    vi.useRealTimers();
    Object.assign(prototype, { animate, getTotalLength });
    Object.assign(settings, { motion: 'system', speed: 1 });
  });
  const end = (is: Case, board = figure): HTMLElement => {
    const table = document.body.appendChild(document.createElement('div'));
    table.innerHTML = board;
    mounted = mount(Ending, { target: document.body, props: { session: sat(is), name, table, onread: read } });
    flushSync();
    return table;
  };
  const stuck: Case = { ending: 'stuck', final: 2 };

  test('stays as long as it takes to read, and then the last page comes by itself', () => {
    end(stuck);
    const text = 'Ivo could not get lower with so few pieces. That ends the game: the fewest pieces win.';
    expect(document.querySelector('[data-testid=ending] p')?.textContent).toBe(text);
    expect(timeToRead(text)).toBeGreaterThanOrEqual(60_000 * text.split(' ').length / 200);
    vi.advanceTimersByTime(timeToRead(text) - 1);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(read).toHaveBeenCalledOnce();
  });
  test.each<[string, () => void]>([
    ['a tap', () => document.body.click()],
    ['a key', () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))],
    ['the button', () => document.querySelector<HTMLElement>('[data-testid=ending] button')!.click()],
  ])('%s ends it, but not the touch that made the last move, nor the way to the button', (_what, touch) => {
    end(stuck);
    document.body.click();
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    expect(read).not.toHaveBeenCalled();
    touch();
    expect(read).toHaveBeenCalled();
  });
  test('is brought into view, wherever the page was scrolled to', () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    end(stuck);
    expect((scrolled.mock.contexts[0] as Element).getAttribute('data-testid')).toBe('ending');
    scrolled.mockRestore();
  });
  test('a win draws the seven lines one after the other, and takes them away with it', async () => {
    const table = end(stuck);
    expect(table.querySelector('.win')).toBeNull();
    vi.advanceTimersByTime(900);
    const drawn = [...table.querySelectorAll('.under + .win > *')];
    expect(drawn.map((line) => line.tagName.toLowerCase())).toEqual([...Array<string>(6).fill('line'), 'ellipse']);
    expect(animations.filter(({ target }) => drawn.includes(target)).map(({ timing }) => timing.delay)).toEqual([300, 390, 480, 570, 660, 750, 840]);
    expect([document.querySelectorAll('.flying').length, animations.length]).toEqual([1, 8]);
    await unmount(mounted!);
    mounted = undefined;
    expect(document.querySelectorAll('.win, .flying')).toHaveLength(0);
  });
  test('the last piece lies on no other piece of the board', async () => {
    const places: string[] = [];
    for (const place of ['', ' class="empty"']) {
      const table = end(stuck, figure.replace('<div data-name="W">', `<div${place} data-name="W">`));
      const at = (selector: string, x: number) => vi.spyOn(table.querySelector(selector)!, 'getBoundingClientRect').mockReturnValue({ x, y: 0, width: 10, height: 10 } as DOMRect);
      at('section.hand svg', 500);
      at('[data-name="W"]', 90);
      vi.advanceTimersByTime(900);
      const flight = animations.find(({ target }) => target.classList.contains('flying'))!;
      places.push((flight.frames as Keyframe[]).at(-1)!['transform'] as string);
      animations = [];
      await unmount(mounted!);
      mounted = undefined;
    }
    expect(places).toEqual(['translate(500px, 0px)', 'translate(90px, 0px)']);
  });
  test('nothing moves for those who want stillness, and nothing is drawn for a defeat', async () => {
    Object.assign(settings, { motion: 'none' });
    const table = end(stuck);
    vi.advanceTimersByTime(900);
    expect([table.querySelectorAll('.win > *').length, animations, document.querySelectorAll('.flying').length]).toEqual([7, [], 0]);
    await unmount(mounted!);
    const lost = end({ ...stuck, winners: [2] });
    vi.advanceTimersByTime(900);
    expect(lost.querySelector('.win')).toBeNull();
  });
});
