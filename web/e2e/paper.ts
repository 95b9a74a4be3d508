// What a printer would get: PDF files of a page, and what Poppler says about them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export const papers = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } };
export type Paper = keyof typeof papers;

/** Grey values, row by row. */
export interface Picture {
  width: number;
  height: number;
  at: (x: number, y: number) => number;
}

function pictureOf(file: Buffer): Picture {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1'))!;
  const [width, height, from] = [Number(head[1]), Number(head[2]), head[0].length];
  return { width, height, at: (x, y) => file[from + Math.floor(y) * width + Math.floor(x)] ?? 255 };
}

/** A printed file; remove() it. */
export class Printed {
  readonly #folder = mkdtempSync(join(tmpdir(), 'coset-paper-'));
  readonly #file = join(this.#folder, 'sheets.pdf');
  constructor(bytes: Buffer) {
    writeFileSync(this.#file, bytes);
  }
  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
  #say = (program: string, ...words: string[]): string => execFileSync(program, [...words], { encoding: 'utf8' });
  /** The size of every page, in millimetres. */
  pages(): { width: number; height: number }[] {
    const count = Number(/^Pages:\s+(\d+)/m.exec(this.#say('pdfinfo', this.#file))![1]);
    const text = this.#say('pdfinfo', '-f', '1', '-l', String(count), '-box', this.#file);
    return [...text.matchAll(/MediaBox:\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)/g)]
      .map(([, left, foot, right, top]) => ({ width: ((Number(right) - Number(left)) * 25.4) / 72, height: ((Number(top) - Number(foot)) * 25.4) / 72 }));
  }
  fonts(): { name: string; embedded: boolean }[] {
    const rows = this.#say('pdffonts', this.#file).split('\n').slice(2).filter((line) => line.trim() !== '');
    return rows.map((row) => ({ name: row.slice(0, 36).trim(), embedded: row.slice(72, 75).trim() === 'yes' }));
  }
  text(page: number): string {
    return this.#say('pdftotext', '-f', String(page), '-l', String(page), this.#file, '-');
  }
  /** All pages in grey. */
  pictures(dpi: number): Picture[] {
    const count = this.pages().length;
    execFileSync('pdftoppm', ['-gray', '-r', String(dpi), this.#file, join(this.#folder, 'page')]);
    return Array.from({ length: count }, (_, i) => pictureOf(readFileSync(join(this.#folder, `page-${String(i + 1).padStart(String(count).length, '0')}.pgm`))));
  }
  /** A part of one page, in millimetres. */
  part(page: number, dpi: number, area: { x: number; y: number; width: number; height: number }): Picture {
    const px = (mm: number) => String(Math.round((mm * dpi) / 25.4));
    const to = join(this.#folder, `part-${page}`);
    execFileSync('pdftoppm', ['-gray', '-singlefile', '-r', String(dpi), '-f', String(page), '-l', String(page), '-x', px(area.x), '-y', px(area.y), '-W', px(area.width), '-H', px(area.height), this.#file, to]);
    return pictureOf(readFileSync(`${to}.pgm`));
  }
}

export async function printed(page: Page, paper: Paper): Promise<Printed> {
  return new Printed(await page.pdf({ format: paper, printBackground: true }));
}

/** Opens the sheets of a choice, each kind of them. */
export async function openSheets(page: Page, game: string, group: string, ink: string): Promise<number> {
  await page.goto(`#/print/${[game, group, ink].map(encodeURIComponent).join('/')}`);
  const count = Number(await page.locator(`[data-supply="${game} ${group}"]`).getAttribute('data-sheets'));
  await page.locator(`.sheets .sheet.${ink}`).nth(count - 1).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return count;
}
