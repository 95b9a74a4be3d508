// Drawing in parts: each in a task of its own, so that none of them holds up a frame on a slow device.
let last: Promise<void> = Promise.resolve();

/** Resolves in a task of its own, after those that were asked for before. */
export const ownTask = (): Promise<void> => (last = last.then(() => new Promise((go) => setTimeout(go))));
