// What the page of a remote table stores about the seat: of the table that it shows, not of the one in the address.
import { SvelteMap } from 'svelte/reactivity';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../src/worker/host.js', () => ({ host: { call: {} }, CallRefused: Error }));
vi.mock('../src/screens/table/Playing.svelte', () => ({ default: () => undefined }));
vi.mock('../src/screens/table/End.svelte', () => ({ default: () => undefined }));
const { session } = vi.hoisted(() => ({
  session: {
    info: { name: 'oak', setup: { spec: 'al-jabar' } },
    active: { you: 2, seats: [{ seat: 1, name: 'Ivo' }, { seat: 2, name: 'Emmy' }], over: { winners: [1] } },
    clients: [{ reconnect: (_anew?: boolean) => undefined as void }],
    close: () => undefined,
  },
}));
vi.mock('../src/online/remote_session.js', () => ({ openRemoteSession: async () => session, fetchTable: async () => undefined }));

const { saveSeat, seatAt, savedSeats } = await import('../src/online/seats.js');
const { played } = await import('../src/online/history.js');
const { phaseOf } = await import('../src/online/seat_state.js');
const { default: RemoteTable } = await import('../src/screens/table/RemoteTable.svelte');

const seat = (at: number) => ({ token: 't', spec: 'al-jabar', entropy: '', at });
let mounted: object | undefined;
beforeEach(() => localStorage.clear());
afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** The page at a table whose game is over; `go` changes the address. */
async function atTheEnd(): Promise<{ go(name: string): void }> {
  const address = new SvelteMap([['name', 'oak']]);
  saveSeat('oak', seat(1));
  const props = { get name() { return address.get('name')!; }, invitation: undefined };
  mounted = mount(RemoteTable, { target: document.body, props });
  await vi.waitFor(() => {
    flushSync();
    expect(seatAt('oak')?.finished).toBe(true);
  });
  return { go: (name) => flushSync(() => void address.set('name', name)) };
}

test('the next table is live while the page of the last one is still there', async () => {
  const { go } = await atTheEnd();
  saveSeat('elm', seat(2));
  go('elm');
  // Home lists the tables at which this device plays.
  expect(savedSeats().filter(([, each]) => phaseOf(each) === 'playing').map(([table]) => table)).toEqual(['elm']);
  expect(seatAt('elm')).toEqual(seat(2));
  expect([seatAt('oak')?.you, played().map(({ table }) => table)]).toEqual([2, ['oak']]);
});

test('a seat of a class is taken in the class, and its finished game is only looked at again', async () => {
  for (const [finished, to] of [[undefined, '#/c/K7P2QX'], [true, '#/replay/ash']] as const) {
    saveSeat('ash', { ...seat(3), class: 'K7P2QX', ...(finished ? { finished } : {}) });
    location.hash = '#/t/ash';
    const page = mount(RemoteTable, { target: document.body, props: { name: 'ash', invitation: undefined } });
    await vi.waitFor(() => expect(location.hash).toBe(to));
    flushSync();
    expect(seatAt('ash')?.you, 'it was not opened').toBeUndefined();
    await unmount(page);
  }
});

test('a device that goes offline does not trust the socket that seems to be open', async () => {
  const reconnect = vi.spyOn(session.clients[0]!, 'reconnect');
  await atTheEnd();
  dispatchEvent(new Event('offline'));
  expect(reconnect).toHaveBeenCalledWith(true);
});
