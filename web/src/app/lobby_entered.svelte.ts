// Whether this page has entered a lobby: only then is what tells of it loaded.
const state = $state({ entered: false });

export const entered = () => state.entered;
export function enter(): void {
  state.entered = true;
}
