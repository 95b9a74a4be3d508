import { app } from './app.js';
import { learn } from './learn.js';
import { online } from './online.js';
import { table } from './table.js';

export const en = { ...app, ...table, ...learn, ...online };
