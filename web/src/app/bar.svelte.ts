// What the bar of every screen says in its middle: whose turn it is, and at what. Readers have it in the screen
// itself, so there it is only seen.
export const bar = $state({ turn: '', about: '' });
