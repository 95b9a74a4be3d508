// What the engine says to the player on turn, reworded for another reader.
import type { Said } from '../../engine/index.js';
import { english, w, type ReplayId } from './words.js';

/** With the player's name instead of "you"; undefined if it names nobody, so that it stays as it is. */
export function retold(said: Said, name: string): string | undefined {
  const id = `replay.${said.id}`;
  return Object.hasOwn(english, id) ? w(id as ReplayId, { ...said.with, name }) : undefined;
}
