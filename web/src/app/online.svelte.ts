// Whether the device believes that it has a network.
const state = $state({ online: globalThis.navigator?.onLine ?? true });

globalThis.addEventListener?.('online', () => (state.online = true));
globalThis.addEventListener?.('offline', () => (state.online = false));

export const online = () => state.online;
