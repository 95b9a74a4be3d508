// Arabic: all texts of the screens, and what the engine says at a table.
import type { Catalogue } from '../catalogue.js';
import { app } from './app.js';
import { engine } from './engine.js';
import { learn } from './learn.js';
import { online } from './online.js';
import { table } from './table.js';

export const ar: Catalogue = { strings: { ...app, ...table, ...learn, ...online }, engine };
