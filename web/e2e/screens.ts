// Every screen, by its address; a table and a replay are made first.
import type { Page } from '@playwright/test';
import { expect, hand, newTable } from './support.js';

export interface ScreenCase {
  name: string;
  open: (page: Page) => Promise<void>;
}

const at = (name: string, hash: string, ready: string | RegExp): ScreenCase => ({
  name,
  open: async (page) => {
    await page.goto(`#/${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(ready).first()).toBeVisible();
  },
});

const table = (name: string, spec: string, act: (page: Page) => Promise<void> = async () => undefined): ScreenCase => ({
  name,
  open: async (page) => {
    await newTable(page, spec);
    await act(page);
  },
});

const pickOne = async (page: Page) => {
  await hand(page).locator('[data-name]:not([aria-disabled=true])').first().click();
  await expect(page.getByTestId('verdict')).not.toBeEmpty();
};

export const screens: ScreenCase[] = [
  at('home', '', /Today/),
  at('new-table', 'play', /Start the game/),
  table('al-jabar', 'al-jabar', pickOne),
  table('al-jabar-4', 'al-jabar-4'),
  table('solitaire', 'solitaire', pickOne),
  table('mad-abel', 'mad-abel', pickOne),
  table('shades', 'al-jabar Z3^2 seats=2', pickOne),
  table('four-primaries', 'al-jabar Z2^4 seats=2'),
  table('quaternions', 'mad-abel Q8 seats=2', pickOne),
  at('learn', 'learn', /Colours|Colors/),
  at('lesson', 'learn/colours.not-paint', /\?/),
  at('puzzles', 'puzzles', /Best exchange|best/i),
  at('puzzle', 'puzzle/best-exchange/7', /./),
  at('day', 'd/2026-11-16', /Par \d+/),
  at('challenge', 'challenge/MQoxMQphbC1qYWJhciBydWxlcz0yCi0zCncxCjEzLjEyLjEwLjkuNy42LjQuMQpBbm5hCi4', /Anna won it/),
  at('lab', 'lab/D4/table/left/s', /is not normal/),
  at('lab-quotient', 'lab/D4/quotient/left/r2', /How it came about/),
  at('lab-sums', 'lab/Z2^3/sums/O+P+W', /O\+P\+W = R/),
  at('rules', 'rules', /Al-Jabar/),
  at('print', 'print', /10 sheets/),
  at('teach', 'teach', /Up to sixty pupils/),
  at('class', 'c', /What is on the board/),
  at('plan', 'plan', /Exercises no\. 1/),
  at('settings', 'settings', /Theme/),
  at('you', 'you', /Games with others/),
];
