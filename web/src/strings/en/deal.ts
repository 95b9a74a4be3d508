// "Verify this deal", after a game at a server.
import type { Entry } from '../entry.js';

export const deal = {
  'deal.title': 'Was the deal fair?',
  'deal.verify': 'Verify this deal',
  'deal.working': 'Every piece is drawn again…',
  'deal.holds': { one: 'It was. {n} deal is exactly what was promised.', other: 'It was. All {n} deals are exactly what was promised.' },
  'deal.nothing': 'Nothing was dealt in this game, so there was nothing to choose.',
  'deal.proves': 'The server was bound to its seed before it knew your bytes, so alone it could not choose this deal. Together with a player it could.',
  'deal.checked': 'What was checked',
  'deal.id': 'The id is the one of this table',
  'deal.commitment': 'The seed is the one that was promised',
  'deal.mine': 'Your own bytes are in it',
  'deal.entropy': 'Everybody’s bytes made the key',
  'deal.deal': 'Every piece is what the key draws',
  'deal.zeros': { one: '{n} player sent no bytes', other: '{n} players sent no bytes' },
  'deal.wrong.file': 'This is not a finished game whose deal can be checked.',
  'deal.wrong.id': 'The id belongs to another table.',
  'deal.wrong.commitment': 'The deals are those of this seed, but another seed had been promised.',
  'deal.wrong.seed': 'The seed is not the one that was promised, and it does not make these deals.',
  'deal.wrong.mine': 'The bytes that you sent are not among those that the deal was made with.',
  'deal.wrong.entropy': 'With these bytes of the players the seed does not make these deals: {agree} of {deals} agree.',
  'deal.wrong.deal': 'Deal {draw} has {dealt}, and the key draws {drawn}; {agree} of {deals} agree.',
  'deal.wrong.record': 'Every deal agrees, but the record cannot be played through.',
  'deal.next': 'Load the game again. If it stays so, do not trust this deal, and tell the others.',
} satisfies Record<string, Entry>;
