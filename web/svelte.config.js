import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// Scoped class names by the text of the style sheet: short, and the same wherever its file is.
const cssHash = ({ hash, css }) => `s${hash(css).slice(0, 5)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
