// Screens that few visits open: where they are is loaded when one is.
import type { Component } from 'svelte';

export const later: Record<string, () => Promise<{ default: Component<{ path: string[] }> }>> = {
  c: () => import('./class/Class.svelte'),
  teach: () => import('./teach/Teach.svelte'),
  tables: () => import('./online/OpenTables.svelte'),
  challenge: () => import('./challenge/Challenge.svelte'),
  lab: () => import('./lab/Lab.svelte'),
  sandbox: () => import('./lab/Lab.svelte'),
  print: () => import('./print/Print.svelte'),
  plan: () => import('./print/plans/Plan.svelte'),
  replay: () => import('./replay/Replay.svelte'),
  you: () => import('./you/You.svelte'),
};
