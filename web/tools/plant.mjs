// Plants one mutant of tests/mutation/web.json while files are loaded; nothing on the disk changes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const mutants = () => JSON.parse(readFileSync(`${root}tests/mutation/web.json`, 'utf8'));

/** A plugin of Vite that loads one file with the mutant in it; none without one. */
export function planted(id = process.env.COSET_MUTANT) {
  if (!id) return { name: 'coset-mutant' };
  const mutant = mutants().find((each) => each.id === id);
  if (!mutant) throw new Error(`there is no mutant ${id}`);
  const path = root + mutant.file;
  return {
    name: 'coset-mutant',
    enforce: 'pre',
    load(file) {
      if (file.replace(/\?.*$/, '') !== path) return undefined;
      const text = readFileSync(path, 'utf8');
      const parts = text.split(mutant.before);
      if (parts.length !== 2) throw new Error(`${id}: its text occurs ${parts.length - 1} times in ${mutant.file}`);
      return parts.join(mutant.after);
    },
  };
}
