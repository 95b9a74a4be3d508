// Beside a table: what it is all about, and the keys. They come after the table itself.
import type { Entry } from '../entry.js';

export const guide = {
  'aim.title': 'The aim',
  'aim.al-jabar': 'Be first down to one piece: give more pieces than you take, with both sides making the same.',
  'aim.pairs': 'Two of a kind on the board vanish, and each other player takes a clear.',
  'aim.solitaire': 'Get down to one piece in few turns. Each turn adds 2 to the score, each pair that vanishes takes 1 off; low is good.',
  'aim.mad-abel': 'Be first to have no card left: play as many as you can that make what is asked for.',
  'hint.take': 'Take {pieces} from the board.',
  'hint.shed.cancel': 'You can drop {shed:one=1 piece|other=# pieces} and make {clears:one=1 pair|other=# pairs} vanish.',
  'hint.why': 'It drops {shed} and makes {clears:one=1 pair|other=# pairs} vanish; after it, {name} can drop at most {answer}.',

  'keys.pieces': '{keys}: from your hand. With Shift: from the board.',
  'keys.enter': 'Enter: do it. Esc: put back.',
  'keys.draw': 'D: draw. U: undo. H: lamp.',
  'keys.speak': 'V: the verdict again. N: counts. L: the last move. ?: why.',
  'keys.command': '/: type a move.',
} satisfies Record<string, Entry>;
