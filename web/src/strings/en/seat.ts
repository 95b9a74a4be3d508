// Seats at a table of a server: who plays them, the lamp, and its switch. They come with what shows them.
import type { Entry } from '../entry.js';

export const seat = {
  'takeover.time': 'Time ran out, so a bot is playing for you.',
  'takeover.away': 'You were away, so a bot is playing for you.',
  'takeover.again': 'If it runs out again before you finish a turn, you lose the game.',
  'takeover.back': 'Take over again',
  'takeover.time.other': 'Time ran out, so a bot is playing for {name}.',
  'takeover.away.other': '{name} is away, so a bot is playing.',
  'takeover.home': 'A bot is playing for you.',
  'away.for': { one: '{name} has been away for a minute.', other: '{name} has been away for {n} minutes.' },
  'away.soon': 'Nobody plays in their place. After ten minutes you may let a bot play on.',
  'away.may': 'You may let a bot play on.',
  'away.let': 'Let a bot play on',
  'away.asked': '{name} asks to let a bot play on for {other}, who is away.',
  'away.about': 'Nobody plays for a player who is away. After ten minutes the others may let a bot play on.',
  'lamp.used': '{name} used the lamp.',
  'lamp.title': 'The lamp',
  'lamp.on': 'Allowed',
  'lamp.off': 'Off',
  'lamp.about': 'Hints a step at a time. The others see each use.',
  'lamp.listed': 'Open tables have no lamp.',
} satisfies Record<string, Entry>;
