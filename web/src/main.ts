import { mount } from 'svelte';
import App from './App.svelte';
import './app/tokens.css';
import './app/base.css';
import { settings } from './app/settings.svelte.js';
import { wear } from './app/wear.js';
import { keepOnDevice } from './app/update.svelte.js';
import { host } from './host/host.js';
import './strings/languages.js';
import { speak } from './strings/strings.svelte.js';

wear(settings);
void speak(settings.language).then(() => mount(App, { target: document.getElementById('app')! }));
// What the page needs itself comes first.
host.ready.then(keepOnDevice, keepOnDevice);
