// What a screen reader announces as it happens. The same words twice are announced twice.
import { untrack } from 'svelte';

const state = $state({ text: '', times: 0 });

export function announce(text: string): void {
  state.text = text;
  state.times = untrack(() => state.times) + 1;
}
export const announced = () => state;
