import { mount } from 'svelte';
import App from './App.svelte';
import './app/tokens.css';
import './app/base.css';

mount(App, { target: document.getElementById('app')! });
