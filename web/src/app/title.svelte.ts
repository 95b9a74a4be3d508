// What the window is called: the screen's place in the navigation, until the screen knows better.
const state = $state({ text: '' });

export const title = () => state.text;

/** A screen's own name for the window: "Al-Jabar with Emmy". Forgotten when another screen comes. */
export function entitle(text: string): void {
  state.text = text;
}
