import { mount } from 'svelte';
import App from './App.svelte';
import './app/tokens.css';
import './app/base.css';
import { settings } from './app/settings.svelte.js';
import { applySettings } from './app/apply_settings.js';
import { watchTextSize } from './app/text_size.js';
import { keepOnDevice } from './app/update.svelte.js';
import { host } from './worker/host.js';
import './strings/languages.js';
import { speak } from './strings/strings.svelte.js';

applySettings(settings);
watchTextSize();
void speak(settings.language).then(() => mount(App, { target: document.getElementById('app')! }));
// What the page needs itself comes first.
host.ready.then(keepOnDevice, keepOnDevice);
