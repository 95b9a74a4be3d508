// A table on one screen: the selection, and the actions of each seat.
import { beforeEach, describe, expect, test } from 'vitest';
import type { FromClient, FromTable, told } from '../src/engine/index.js';
import type { TableInfo } from '../src/worker/store.js';
import type { Listener } from '../src/transport/link.js';
import { TableSession } from '../src/table/session.svelte.js';

beforeEach(() => sessionStorage.clear());

const colours = ['R', 'Y', 'B', 'O', 'G', 'P', 'W', 'C'];

interface Options {
  game?: 'al-jabar' | 'solitaire' | 'mad-abel';
  people?: number;
  abelian?: boolean;
  info?: Partial<TableInfo>;
  may?: string[];
  hand?: Record<string, number>;
  /** No message is taken. */
  offline?: boolean;
}
function sit({ game = 'al-jabar', people = 1, abelian = true, info = {}, may = ['exchange', 'draw'], hand = { R: 2, Y: 1, W: 1 }, offline = false }: Options = {}) {
  const said: (FromClient & { from: number })[] = [];
  const cuts: [string, number][] = [];
  const closed: number[] = [];
  const listeners: Listener[] = [];
  const seats = Array.from({ length: people }, (_, i) => ({ name: `P${i + 1}`, token: `t${i + 1}` }));
  const session = new TableSession(
    {
      link: (_table, listener) => {
        const from = listeners.push(listener);
        return { say: (message) => !offline && said.push({ ...message, from }), reconnect: () => undefined, close: () => closed.push(from) };
      },
      history: async () => [],
      cutTable: async (name, ply) => void cuts.push([name, ply]),
    },
    { name: 'oak', setup: { table: 'oak', spec: game, seats: [...seats, { bot: 'greedy' }] }, game, group: 'Z2^3', created: 0, touched: 0, ...info } as TableInfo,
    { game, pieces: colours, hidden: game === 'mad-abel' } as told.SpecFacts,
    abelian,
  );
  const center = { R: 1, C: 3 };
  const viewOf = (you: number) =>
    game === 'al-jabar' ? { game, hands: [0, 1, 2].map((i) => (i + 1 === you ? hand : { P: 9 })), center, may }
    : game === 'solitaire' ? { game, hand, center, may } : { game, hand, sizes: [3, 3], may };
  const tell = (at: number, message: Record<string, unknown>) => listeners[at - 1]!.told(message as unknown as FromTable);
  /** Every seat receives the position at a ply; this seat is on turn. */
  const stand = (ply: number, turn = 1) => {
    for (let you = 1; you <= people; ++you) {
      tell(you, { type: 'welcome', you, seats: [] });
      tell(you, { type: 'snapshot', ply, chain: '', turn, view: viewOf(you), record: '' });
    }
  };
  const happen = (ply: number, seat: number, turn: number) => {
    for (let you = 1; you <= people; ++you)
      tell(you, { type: 'event', kind: 'move', ply, chain: '', seat, move: 'draw', turn, view: viewOf(you), effects: [{ effect: 'deal', told: you }] });
  };
  const since = () => said.splice(0).filter((message) => message.type !== 'hello').map(({ from, ...message }) => message);
  stand(4);
  since();
  return { session, since, tell, stand, happen, cuts, closed };
}
const tried = (give: string[], take: string[] = []) => expect.objectContaining({ type: 'preview', give, take });

describe('a selection', () => {
  test('adds pieces of the own hand and of the Center, no more than there are, and requests a verdict on each change', () => {
    const { session, since } = sit();
    session.pick('R');
    session.pick('R');
    session.pick('R');
    session.pick('P');
    session.tapCenter('C');
    session.unpick('R');
    session.unpickCenter('C');
    expect(since()).toEqual([
      tried(['R']), tried(['R', 'R']), tried(['R', 'R']), tried(['R', 'R']), tried(['R', 'R'], ['C']), tried(['R'], ['C']), tried(['R']),
    ]);
    expect(session.givenOf('R')).toBe(1);
  });
  test('by taps cycles: one more, and after the last one none', () => {
    const { session } = sit();
    const counts = [1, 2, 3].map(() => (session.tap('R'), session.givenOf('R')));
    expect(counts).toEqual([1, 2, 0]);
    session.tapCenter('R');
    session.tapCenter('R');
    expect(session.selection.take).toEqual([]);
    session.pickCenter('R');
    session.pickCenter('R');
    expect(session.selection.take).toEqual(['R']);
  });
  test('of cards has one side, in the order of play', () => {
    const { session, since } = sit({ game: 'mad-abel' });
    session.pick('Y');
    session.pick('R');
    const [, second] = since();
    expect(second).toEqual({ type: 'preview', seq: 2, give: ['Y', 'R'] });
    session.order(['R', 'Y']);
    expect(session.selection.give).toEqual(['R', 'Y']);
  });
  test('that is empty has no verdict', () => {
    const { session, tell } = sit();
    session.pick('R');
    tell(1, { type: 'verdict', seq: 1, legal: true, id: 'ok' });
    expect(session.verdict?.legal).toBe(true);
    session.reset();
    expect([session.picked, session.verdict]).toEqual([false, undefined]);
  });
  test('survives a reload of the page until it is cleared', () => {
    const first = sit().session;
    first.pick('R');
    first.tapCenter('C');
    const again = sit();
    expect(again.session.selection).toEqual({ give: ['R'], take: ['C'] });
    again.session.takeTurn();
    expect(again.since()).toEqual([tried(['R'], ['C'])]);
    again.session.forget();
    expect(sit().session.picked).toBe(false);
  });
  test.each(['nonsense', '{"give":[1],"take":[]}', '{"give":["R"]}', 'null'])('stored as %s is ignored', (kept) => {
    sessionStorage.setItem('coset.selection.oak', kept);
    expect(sit().session.picked).toBe(false);
  });
  test('is set from a move; a move that is not an exchange sets nothing', () => {
    const { session } = sit();
    session.lay('R+Y=C');
    session.lay('draw');
    expect(session.selection).toEqual({ give: ['R', 'Y'], take: ['C'] });
  });
});

describe('a move', () => {
  test('that waits for a connection is withdrawn by Put back, and by another choice', () => {
    const { session } = sit({ offline: true });
    for (const change of [() => session.reset(), () => session.tap('Y'), () => session.unpickCenter('C')]) {
      session.lay('R=R');
      session.submit();
      expect([session.queued, session.active.pending?.move]).toEqual([true, 'R=R']);
      change();
      expect([session.queued, session.active.pending]).toEqual([false, undefined]);
      session.reset();
    }
  });
  test('that was sent stays in the pans until it is answered', () => {
    const { session, tell, since } = sit();
    session.lay('R=R');
    session.submit();
    const { id } = since().at(-1) as { id: string };
    session.reset();
    session.tap('Y');
    expect([session.queued, session.selection, since()]).toEqual([false, { give: ['R'], take: ['R'] }, []]);
    tell(1, { type: 'error', code: 'move.illegal', message: '', id, head: 4 });
    session.reset();
    expect(session.picked).toBe(false);
  });
  test('that was sent is put away by a later snapshot too: it may stand in for the event', () => {
    const { session, stand } = sit();
    session.pick('R');
    session.tapCenter('R');
    session.submit();
    stand(4);
    expect(session.picked).toBe(true);
    stand(6);
    expect([session.picked, session.active.pending]).toEqual([false, undefined]);
    session.pick('Y');
    stand(8);
    expect(session.selection.give).toEqual(['Y']);
  });
  test('that is pending is not selected any more after a reload', () => {
    const { session } = sit();
    session.pick('W');
    session.tapCenter('R');
    expect(sit().session.picked).toBe(true);
    session.submit();
    expect([session.picked, sit().session.picked]).toEqual([true, false]);
  });
  test('is written in the conventional order of the pieces', () => {
    const { session, since } = sit();
    for (const name of ['W', 'R']) session.pick(name);
    session.tapCenter('C');
    session.submit();
    expect(since().at(-1)).toMatchObject({ type: 'move', move: 'R+W=C', base_ply: 4 });
  });
  test('that was typed is judged as typed, and is the one that is played', () => {
    const { session, since } = sit();
    session.pick('R');
    session.type(' OPC>G ');
    session.submit();
    expect(since().slice(1)).toMatchObject([{ type: 'preview', move: 'OPC>G' }, { type: 'move', move: 'OPC>G' }]);
  });
  test('whose text is deleted restores the selection', () => {
    const { session, since } = sit();
    session.pick('R');
    session.type('x');
    session.type('');
    expect(since().at(-1)).toEqual(tried(['R']));
    session.type('y');
    session.pick('Y');
    expect(session.typed).toBe('');
  });
  test('with an empty selection is not sent', () => {
    const { session, since } = sit();
    session.submit();
    expect(since()).toEqual([]);
  });
  test('to draw needs a confirmation if an exchange is possible; selecting a piece resets it', () => {
    const { session, since } = sit();
    session.draw();
    expect([session.armed, since()]).toEqual([true, []]);
    session.pick('R');
    expect(session.armed).toBe(false);
    since();
    session.draw();
    session.draw();
    expect(since()).toMatchObject([{ type: 'move', move: 'draw' }]);
    expect(session.armed).toBe(false);
  });
  test('to draw needs no confirmation if it is the only action', () => {
    const { session, since } = sit({ may: ['draw'] });
    session.draw();
    expect(since()).toMatchObject([{ type: 'move', move: 'draw' }]);
  });
  test.each([[{ R: 2, Y: 1 }, 1], [{ R: 2, Y: 2 }, 0]])('to draw cards with %o in hand: sent without confirmation %i times', (hand, times) => {
    const { session, since } = sit({ game: 'mad-abel', hand });
    session.draw();
    expect(since()).toHaveLength(times);
  });
  test('to pass is a move', () => {
    const { session, since } = sit();
    session.pass();
    expect(since()).toMatchObject([{ type: 'move', move: 'pass' }]);
  });
});

describe('taking back', () => {
  test('in Solitaire cuts the log by one event, deals included', () => {
    const { session, stand, cuts } = sit({ game: 'solitaire' });
    expect(session.canTakeBack).toBe(true);
    session.takeBack();
    expect(cuts).toEqual([['oak', 3]]);
    stand(1);
    expect(session.canTakeBack).toBe(false);
  });
  test('in other games is an offer, once the player has made a move', () => {
    const { session, since, happen, tell } = sit();
    expect(session.canTakeBack).toBe(false);
    happen(5, 2, 1);
    expect(session.canTakeBack).toBe(false);
    happen(6, 1, 1);
    expect(session.canTakeBack).toBe(true);
    session.takeBack();
    expect(since()).toMatchObject([{ type: 'offer', what: 'takeback' }]);
    tell(1, { type: 'game_over', scores: [], winners: [], ending: 'stuck', record: '' });
    expect(session.canTakeBack).toBe(false);
  });
  test('is disabled in daily deals and while a move is pending', () => {
    expect(sit({ game: 'solitaire', info: { daily: '2026-11-15' } }).session.canTakeBack).toBe(false);
    const { session } = sit({ game: 'solitaire' });
    session.pass();
    expect(session.canTakeBack).toBe(false);
  });
});

describe('hints', () => {
  test('are asked for one level after the other', () => {
    const { session, since, tell } = sit();
    session.nextHint();
    tell(1, { type: 'hint', head: 4, level: 1, levels: 5 });
    session.nextHint();
    expect(since()).toMatchObject([{ type: 'hint', level: 1 }, { type: 'hint', level: 2 }]);
  });
});

describe('several players at one device', () => {
  test('the one on turn acts, without the selection of another', () => {
    const { session, since, happen } = sit({ people: 2 });
    session.takeTurn();
    session.pick('R');
    expect(session.active.you).toBe(1);
    happen(5, 1, 2);
    expect(session.active.you).toBe(2);
    session.takeTurn();
    expect(session.picked).toBe(false);
    since();
    happen(6, 2, 3);
    expect(session.active.you, 'a bot is on turn: the last person stays').toBe(2);
  });
  test('a hidden hand is covered until its player reveals it', () => {
    const { session, happen, tell } = sit({ people: 2, game: 'mad-abel' });
    expect(session.covered).toBe(true);
    session.shown = 1;
    expect(session.covered).toBe(false);
    happen(5, 1, 2);
    expect(session.covered).toBe(true);
    for (const at of [1, 2]) tell(at, { type: 'game_over', scores: [], winners: [], ending: 'emptied', record: '' });
    expect(session.covered).toBe(false);
    expect(sit({ game: 'mad-abel' }).session.covered, 'alone').toBe(false);
    expect(sit({ people: 2 }).session.covered, 'open hands').toBe(false);
  });
  test('the news do not reveal to one what another drew', () => {
    const told = (session: TableSession) => (session.news?.effects[0] as unknown as { told: number }).told;
    const hidden = sit({ people: 2, game: 'mad-abel' });
    hidden.happen(5, 1, 2);
    expect(told(hidden.session)).toBe(2);
    hidden.happen(6, 2, 1);
    expect([told(hidden.session), hidden.session.news?.ply]).toEqual([1, 6]);
    const alone = sit({ game: 'mad-abel' });
    alone.happen(5, 1, 2);
    expect(told(alone.session)).toBe(1);
  });
  test('closing the session closes all of them', () => {
    const { session, closed } = sit({ people: 2 });
    session.close();
    expect(closed).toEqual([1, 2]);
  });
});

describe('an incomplete selection of cards', () => {
  const verdict = { type: 'verdict', seq: 1, legal: false, id: 'play.sum.cards', made: 'sA', difference: 's2' };
  test('is not wrong while more could be added', () => {
    const { session, tell } = sit({ game: 'mad-abel' });
    session.pick('R');
    tell(1, verdict);
    expect(session.soFar).toBe(true);
    tell(1, { ...verdict, legal: true });
    expect(session.soFar).toBe(false);
  });
  test('is wrong with the whole hand, where order matters, or in an exchange', () => {
    const whole = sit({ game: 'mad-abel', hand: { R: 1 } });
    whole.session.pick('R');
    whole.tell(1, verdict);
    expect(whole.session.soFar).toBe(false);
    for (const options of [{ game: 'mad-abel', abelian: false }, { game: 'al-jabar' }] as const) {
      const { session, tell } = sit(options);
      session.pick('R');
      tell(1, verdict);
      expect(session.soFar).toBe(false);
    }
  });
});
