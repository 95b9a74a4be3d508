// Where the languages beside English come from.
import { offer } from './strings.svelte.js';

offer('ar', async () => (await import('./ar/index.js')).ar);
offer('pseudo', async () => (await import('./pseudo.js')).pseudo);
