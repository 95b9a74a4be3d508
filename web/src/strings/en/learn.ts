// Lessons, puzzles, the sandbox, rules and replay.
import type { Entry } from '../strings.svelte.js';

export const learn = {
  'learn.title': 'Learn',

  // ---- words of pieces
  'word.plus': 'plus',
  'word.times': 'times',
  'word.none': 'nothing',
  'word.table': 'its own table',
  'word.magma': 'a table that is no group',
  'card.name': '{rank} of {suit}',
  'card.hearts': 'hearts',
  'card.spades': 'spades',
  'card.diamonds': 'diamonds',
  'card.clubs': 'clubs',
  'card.ace': 'ace',
  'card.jack': 'jack',
  'card.queen': 'queen',
  'card.king': 'king',

  // ---- why pieces make what they make
  'why.give': 'Your side',
  'why.take': 'The other side',
  'why.cancel': 'Cancel what is double:',
  'why.replace': 'Replace by primaries:',
  'why.cancelAgain': 'Cancel again:',
  'why.onePiece': 'One piece:',
  'why.makes': 'It makes',
  'why.wanted': 'it should make',
  'why.offBy': 'off by',
  'why.both': 'It makes',
} satisfies Record<string, Entry>;
