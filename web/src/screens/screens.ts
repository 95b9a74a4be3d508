// Which screen an address names. Each is loaded when it is first shown.
import type { Component } from 'svelte';

export interface Screen {
  load: () => Promise<{ default: Component<{ path: string[] }> }>;
  /** How many parts of the address make it another screen; what follows only changes what it shows. */
  depth: number;
}

const screens: Record<string, Screen> = {
  '': { load: () => import('./home/Home.svelte'), depth: 1 },
  play: { load: () => import('./home/NewTable.svelte'), depth: 1 },
  t: { load: () => import('./table/TableScreen.svelte'), depth: 2 },
  learn: { load: () => import('./learn/Learn.svelte'), depth: 2 },
  puzzles: { load: () => import('./puzzles/Puzzles.svelte'), depth: 1 },
  puzzle: { load: () => import('./puzzles/Puzzle.svelte'), depth: 3 },
  sandbox: { load: () => import('./sandbox/Sandbox.svelte'), depth: 1 },
  rules: { load: () => import('./rules/Rules.svelte'), depth: 1 },
  replay: { load: () => import('./replay/Replay.svelte'), depth: 2 },
  settings: { load: () => import('./settings/Settings.svelte'), depth: 1 },
};

export const screenOf = (path: string[]): Screen | undefined => screens[path[0] ?? ''];
