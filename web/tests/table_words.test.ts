// What a table says: in its head, of what happened, in hints, for the ear, and in the first game.
import { SvelteMap } from 'svelte/reactivity';
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableEvent, TableHint, told } from '../src/engine/index.js';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} } }));
const { bar } = await import('../src/app/title_bar.svelte.js');
const { default: Clock } = await import('../src/screens/table/Clock.svelte');
const { briefly, happened } = await import('../src/screens/table/event_text.js');
const { hintText } = await import('../src/screens/table/hint_text.js');
const { spokenHand, optionLabel } = await import('../src/screens/table/names.js');
const { default: SidePanel } = await import('../src/screens/table/SidePanel.svelte');
const { default: Status } = await import('../src/screens/table/Status.svelte');
const { default: Verdict } = await import('../src/screens/table/Verdict.svelte');

let mounted: object | undefined;
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});
function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): string {
  mounted = mount(component, { target: document.body, props });
  flushSync();
  return (document.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
const name = (seat: number) => (seat === 1 ? 'You' : 'Patient Heron');

test('the head of a phone has room for whose turn it is', () => {
  const state = new SvelteMap([['turn', 2]]);
  const active = { get turn() { return state.get('turn'); }, get myTurn() { return state.get('turn') === 1; }, view: { game: 'al-jabar', round: 1 } };
  show(Status, { session: { active, clients: [{}], facts: { game: 'al-jabar' }, info: { group: 'Z2^3' } } as never, name });
  expect(bar.turn).toBe('Patient Heron’s turn');
  flushSync(() => state.set('turn', 1));
  expect(bar.turn).toBe('Your turn');
  flushSync(() => state.set('turn', 0));
  expect(bar.turn).toBe('Al-Jabar');
});

const event = {
  type: 'event', kind: 'move', ply: 7, chain: '', seat: 2, move: 'W+B=O', turn: 1,
  effects: [{ effect: 'cancel', pieces: ['B', 'B'], count: 1 }, { effect: 'clears', seat: 1, count: 1 }],
} as unknown as TableEvent;

test('where there is little room, what another’s move does to the reader comes first', () => {
  const story = ['Patient Heron: W+B=O.', 'Two blue pieces meet and vanish.', 'You take 1 clear.'];
  expect(happened(event, name, 1, 'Z2^3')).toEqual(story);
  expect(briefly(event, name, 1, 'Z2^3')).toEqual([story[2], story[0], story[1]]);
  // One's own move is told as it went, and a spectator is nobody of them.
  for (const told of [{ ...event, seat: 1 }, event]) expect(briefly(told, name, told.seat === 1 ? 1 : 0, 'Z2^3')).toEqual(happened(told, name, told.seat === 1 ? 1 : 0, 'Z2^3'));
});

test('for the ear a move has words, not letters', () => {
  expect(happened(event, name, 1, 'Z2^3', true)[0]).toBe('Patient Heron: white plus blue for orange.');
  const drawn = { ...event, move: 'draw', effects: [{ effect: 'deal', how: 'draw', seat: 2, count: 2, pieces: ['R', 'G'] }] } as unknown as TableEvent;
  expect(happened(drawn, name, 1, 'Z2^3', true)).toEqual(['Patient Heron draws red, green.']);
  expect(happened({ ...event, move: 'h3+sK', effects: [] }, name, 1, 'Z4xZ13', true)).toEqual(['Patient Heron: 3 of hearts plus king of spades.']);
});

test('what happened is written with spaces between its sentences', () => {
  const session = { info: { group: 'Z2^3' }, active: { myTurn: false } };
  expect(show(Verdict, { session: session as never, start: '', lines: ['Emmy: W=R.', 'You take 1 clear.'] })).toBe('Emmy: W=R. You take 1 clear.');
});

const facts = { group: 'Z2^3', game: 'al-jabar', seats: 2, pieces: ['R', 'O', 'C'], spoken: [], spec: '' } as unknown as told.SpecFacts;

test('a hand is a list of numbers and pieces', () => {
  expect(spokenHand(facts, { R: 2, O: 1 })).toBe('2 red, 1 orange');
  expect(optionLabel(facts, 'O', 3, 1)).toBe('orange (red plus yellow), 3 here, 1 selected');
});

test('a hint says board, pairs and the next player’s name', () => {
  const session = (group: string) => ({ info: { group }, clients: [{}], active: { you: 1, seats: [{ seat: 1, name: 'A' }, { seat: 2, name: 'Hypatia' }] } }) as never;
  const said = (id: string, values: Record<string, string>, group = 'Z2^3') => hintText(session(group), { id, with: values, text: 'as the engine says it' } as unknown as TableHint);
  expect(said('hint.take', { pieces: 'G' })).toBe('Take G from the board.');
  expect(said('hint.why', { shed: '2', clears: '1', answer: '3' })).toBe('It drops 2 and makes 1 pair vanish; after it, Hypatia can drop at most 3.');
  expect(said('hint.shed.cancel', { shed: '2', clears: '1' })).toBe('You can drop 2 pieces and make 1 pair vanish.');
  // Three alike are no pair.
  expect(said('hint.shed.cancel', { shed: '2', clears: '1' }, 'Z3^2')).toBe('as the engine says it');
});

const beside = (first: boolean, verdict?: object) => ({
  info: { group: 'Z2^3', name: 'oak', first, setup: { spec: '' } }, facts, exchange: true, abelian: true, watching: false, covered: false, hand: {}, may: [], verdict, clients: [{}],
  active: { hints: [], moves: [], seats: [], you: 1, myTurn: true, view: { game: 'al-jabar', bag: { R: 3 } }, welcome: { hints: true } },
});
test('beside the table the aim is written, and what a Spectrum is, until something is chosen', async () => {
  const text = show(SidePanel, { session: beside(false) as never, name, lines: [] });
  expect(text).toContain('Be first down to one piece');
  expect(text).toContain('Spectrum. Red, yellow, blue and white may go together, for one clear.');
  await unmount(mounted!);
  expect(show(SidePanel, { session: beside(false, { id: 'empty.center', legal: false, with: { most: 3 } }) as never, name, lines: [] })).not.toContain('down to one');
});

test('in a drawer that is shut no reasons are drawn', async () => {
  const verdict = { id: 'ok', legal: true, with: {}, steps: [{ side: 'give', step: 'one_piece', id: 'step.one_piece', text: 'One piece.', before: ['R'], after: ['R'] }] };
  const drawn = async (round: boolean) => {
    show(SidePanel, { session: beside(false, verdict) as never, name, lines: [], round });
    await vi.dynamicImportSettled();
    await new Promise((go) => setTimeout(go, 20));
    flushSync();
    const found = document.body.textContent!.includes('One piece:');
    await unmount(mounted!);
    mounted = undefined;
    return found;
  };
  expect([await drawn(false), await drawn(true)]).toEqual([true, false]);
});

test('the coached game has no letters, house rules or keys', async () => {
  const buttons = () => [...document.querySelectorAll('button, summary')].map((each) => each.textContent?.trim());
  show(SidePanel, { session: beside(false) as never, name, lines: [] });
  for (const each of ['House rules', 'Keys', 'Give up', 'What is in the bag']) expect(buttons()).toContain(each);
  expect(document.querySelector('.command')).not.toBeNull();
  await unmount(mounted!);
  show(SidePanel, { session: beside(true) as never, name, lines: [] });
  for (const each of ['House rules', 'Keys', 'Give up']) expect(buttons()).not.toContain(each);
  expect(buttons()).toContain('What is in the bag');
  expect(document.querySelector('.command')).toBeNull();
});

test('a deadline of this week is a day and a time, so that a name has room beside it', () => {
  const client = (left: number) => ({ clocks: { at: performance.now(), running: 2, left: [0, left] }, welcome: { clock: { kind: 'correspondence' } } });
  const hour = 3_600_000;
  const soon = show(Clock, { client: client(40 * hour) as never, seat: 2, label: 'Time of Emmy' });
  expect(soon.replace('Time of Emmy:', '').trim().length).toBeLessThanOrEqual(12);
  expect(document.querySelector('.clock')!.getAttribute('title')!.length).toBeGreaterThan(15);
});

test('the own clock stands when the move is sent, where it stood, and runs on when the table refuses it', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const state = new SvelteMap([['sent', false]]);
    const clocks = { at: performance.now(), running: 1, left: [300_000, 300_000] };
    const client = { clocks, welcome: { clock: { kind: 'fischer' } }, get sent() { return state.get('sent'); } };
    const time = () => document.querySelector('.clock')!.textContent!.replace(/.*:\s/s, '').trim();
    const pass = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms));
    show(Clock, { client: client as never, seat: 1, label: 'Your time', own: true });
    expect(time()).toBe('5:00');
    pass(60_000);
    expect(time()).toBe('4:00');
    flushSync(() => state.set('sent', true));
    pass(10_000);
    expect([time(), document.querySelector('.clock.paused') !== null]).toEqual(['4:00', true]);
    flushSync(() => state.set('sent', false));
    expect([time(), document.querySelector('.clock.running') !== null]).toEqual(['3:50', true]);
    await unmount(mounted!);
    // It stops nobody else's.
    flushSync(() => state.set('sent', true));
    show(Clock, { client: client as never, seat: 1, label: 'Time of Emmy' });
    pass(10_000);
    expect(time()).toBe('3:40');
  } finally {
    vi.useRealTimers();
  }
});
