// The order of the test files: those with a page after those without, since only files of one kind share a worker;
// among them the largest first, so that the workers end together.
import { readFileSync, statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

const plain = /^\/\/ @vitest-environment node\n/;

export class ByEnvironment implements TestSequencer {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .map((file) => ({ file, page: !plain.test(readFileSync(file.moduleId, 'utf8')), size: statSync(file.moduleId).size }))
      .sort((a, b) => Number(a.page) - Number(b.page) || b.size - a.size)
      .map(({ file }) => file);
  }
}
