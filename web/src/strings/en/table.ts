// Tables: seats, hands, the exchange, verdicts around the engine's own, hints, the end.
import type { Entry } from '../strings.svelte.js';

export const table = {
  'table.you': 'You',
  'piece.R': 'red',
  'piece.Y': 'yellow',
  'piece.B': 'blue',
  'piece.O': 'orange',
  'piece.G': 'green',
  'piece.P': 'purple',
  'piece.W': 'white',
  'piece.C': 'clear',
} satisfies Record<string, Entry>;
