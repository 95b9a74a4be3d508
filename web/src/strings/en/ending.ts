// Why a game is over. It comes with the end, and not with the first visit.
import type { Entry } from '../entry.js';

export const ending = {
  'end.why.one_piece': '{name} came down to one piece, and everyone has had their last turn.',
  'end.why.one_piece.you': 'You came down to one piece, and everyone has had their last turn.',
  'end.why.one_piece.alone': 'You came down to one piece.',
  'end.why.stuck': '{name} could not get lower with so few pieces. That ends the game: the fewest pieces win.',
  'end.why.stuck.you': 'You could not get lower with so few pieces. That ends the game: the fewest pieces win.',
  'end.why.stuck.alone': 'Your hand cannot get smaller, so the game is over.',
  'end.why.emptied': '{name} played the last card and has none left.',
  'end.why.emptied.you': 'You played your last card and have none left.',
  'end.why.blocked': 'Nobody could play or draw, so the hands were counted.',
  'end.why.bag_empty': 'Nothing balances, and the bag is empty.',
  'end.why.limit': 'The limit of rounds was reached, so the hands were counted.',
  'end.why.repetition': 'The same position came back for the third time, so the hands were counted.',
  'end.why.forfeit': '{name} resigned.',
  'end.why.forfeit.you': 'You resigned.',
  'end.why.forfeit.all': 'Everyone else has resigned.',
  'end.why.timeout': '{name} ran out of time.',
  'end.why.timeout.you': 'You ran out of time.',
  'end.timeout.won': '{name} ran out of time. You win.',
  'end.timeout.you': 'You ran out of time. {name} wins.',
  'end.timeout.name': 'Time ran out. {name} wins.',
  'end.why.agreed': 'All agreed to finish, so the hands were counted.',
  'end.card.alone': '{name}: {result}',
  'end.why.go': 'Go on',
} satisfies Record<string, Entry>;
