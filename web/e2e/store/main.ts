// The device's own store in a page of its own, for store.spec.ts.
import { openDevice } from '../../src/worker/store.js';
import { contract } from '../../tests/support/store_contract.js';

/** What is kept to, by what it says; an empty text if it is. Every case begins with nothing kept. */
async function check(): Promise<[string, string][]> {
  const out: [string, string][] = [];
  for (const [promise, run] of contract) {
    const open = async () => (await openDevice())!;
    await (await open()).forgetAll();
    out.push([promise, await run(open).then(() => '', (error: Error) => error.message)]);
  }
  return out;
}
Object.assign(globalThis, { inPage: { openDevice, check } });
