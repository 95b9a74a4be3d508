// What the bar of every screen says in its middle: whose turn it is, and at what. Readers have it in the screen
// itself, so there it is only seen.
// At a table with others it has a button to say something.
export const bar = $state<{ turn: string; game: string; about: string; say: (() => void) | undefined; watches: boolean }>({ turn: '', game: '', about: '', say: undefined, watches: false });
