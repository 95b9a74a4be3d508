// Puts the settings that style sheets read on the root element.
import type { Settings } from './settings.svelte.js';

export function applySettings(settings: Settings): void {
  const { dataset } = document.documentElement;
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) delete dataset[name];
    else dataset[name] = value;
  };
  put('theme', settings.theme === 'system' ? undefined : settings.theme);
  put('motion', settings.speed === 0 ? 'none' : settings.motion === 'system' ? undefined : settings.motion);
  put('pieces', settings.pieces);
  put('letters', settings.letters ? undefined : 'off');
  put('clear', settings.clear === 'black' ? 'black' : undefined);
}
