// A page for looking at everything that is drawn: `npm run dev`, then /gallery.html?only=pieces&theme=dark.
// It is no part of the build.
import { mount } from 'svelte';
import wasm from 'coset.wasm?url';
import { Engine } from '../engine/index.js';
import '../app/tokens.css';
import '../app/base.css';
import Gallery from './Gallery.svelte';

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;
for (const key of ['pieces', 'letters', 'clear']) {
  const value = query.get(key);
  if (value) document.documentElement.dataset[key] = value;
}
const engine = await Engine.load(await WebAssembly.compileStreaming(fetch(wasm)));
mount(Gallery, { target: document.getElementById('app')!, props: { engine, only: query.get('only') ?? '' } });
