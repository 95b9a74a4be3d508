// Plants one mistake of tests/mistakes.json while files are loaded; nothing on the disk changes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const mistakes = () => JSON.parse(readFileSync(new URL('../tests/mistakes.json', import.meta.url), 'utf8'));

/** A plugin of Vite that loads one file as if somebody had made the mistake; none without one. */
export function planted(id = process.env.COSET_MISTAKE) {
  if (!id) return { name: 'coset-mistake' };
  const mistake = mistakes().find((each) => each.id === id);
  if (!mistake) throw new Error(`there is no mistake ${id}`);
  const path = root + mistake.file;
  return {
    name: 'coset-mistake',
    enforce: 'pre',
    load(file) {
      if (file.replace(/\?.*$/, '') !== path) return undefined;
      const text = readFileSync(path, 'utf8');
      const parts = text.split(mistake.before);
      if (parts.length !== 2) throw new Error(`${id}: its text stands ${parts.length - 1} times in ${mistake.file}`);
      return parts.join(mistake.after);
    },
  };
}
