// What stands around every screen, the home screen and the settings.
import type { Entry } from '../strings.svelte.js';

export const app = {
  'app.name': 'Coset',
  'app.skip': 'Skip to the content',
  'app.loading': 'Loading the engine…',
  'app.failed': 'The engine could not be loaded: {why}. Reload the page to try again.',
  'app.reload': 'Reload',
  'app.unknown': 'There is no such page. Home is where all begins.',
  'app.home': 'Home',
  'nav.label': 'Main',
  'nav.play': 'Play',
  'nav.learn': 'Learn',
  'nav.puzzles': 'Puzzles',
  'nav.sandbox': 'Sandbox',
  'nav.rules': 'Rules',
  'nav.settings': 'Settings',
} satisfies Record<string, Entry>;
