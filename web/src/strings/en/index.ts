import { app } from './app.js';
import { coach } from './coach.js';
import { learn } from './learn.js';
import { online } from './online.js';
import { table } from './table.js';

export const en = { ...app, ...coach, ...table, ...learn, ...online };
