// What has gone wrong with the engine or with what the device keeps, wherever the reader is.
import { CallRefused, host, type News } from '../worker/host.js';

const state = $state<{ news: News; refused: CallRefused | undefined }>({ news: host.news, refused: undefined });
host.onnews = (news) => (state.news = news);

export const news = () => state.news;
/** What could not be done and no screen has told. */
export const refused = () => state.refused;
export const forgetRefused = () => (state.refused = undefined);

globalThis.addEventListener?.('unhandledrejection', (event) => {
  const { reason } = event as PromiseRejectionEvent;
  if (!(reason instanceof CallRefused)) return;
  event.preventDefault();
  // A broken engine is shown already.
  if (reason.code !== 'broken') state.refused = reason;
});
