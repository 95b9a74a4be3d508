// The class that this page has joined or is about to.
import { connect } from '../transport/socket.js';
import { fetchAt, socketUrl, succeeded } from '../online/server_info.svelte.js';
import type { FromClass, ToClass } from './messages.js';
import { Classroom } from './state.svelte.js';
import { ClassStore } from './store.js';

export const joinClass = (code: string, extra: boolean): Classroom =>
  new Classroom({ open: (listener) => connect<ToClass, FromClass>(socketUrl(`ws/c/${code}`), listener), store: new ClassStore(code, extra) }, code);

/** What anybody may know of a class. */
export interface ClassInfo {
  class: string;
  pupils: number;
  locked: boolean;
  language: string;
}
/** Throws what the server says, or what the browser says without one. */
export async function fetchClass(code: string): Promise<ClassInfo> {
  const request = fetchAt(`api/classes/${code}`);
  // A host of files alone has no classes.
  const otherwise = (await request).status === 404 ? 'class.not_found' : undefined;
  return (await succeeded(request, otherwise)).json() as Promise<ClassInfo>;
}
