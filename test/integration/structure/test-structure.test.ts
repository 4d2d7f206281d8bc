import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules } from '../../support/structure/modules.ts';

const TEST = /\.(?:test|program|slow|browser)\.ts$/;

const testFiles = modules().filter(({ path }) => TEST.test(path) || path.startsWith('test/'));
const pathsWhere = (matches: (file: (typeof testFiles)[number]) => boolean): string[] =>
  testFiles.filter(matches).map(({ path }) => path);

describe('the tests', () => {
  test('no file imports a test file', () => {
    const imported = new Set(testFiles.flatMap(({ imports }) => imports.map(({ file }) => file)));
    assert.deepEqual(
      pathsWhere(({ path }) => TEST.test(path) && imported.has(path)),
      [],
    );
  });

  test('tests beside the source and test/support import nothing from test/integration and test/e2e', () => {
    const isShared = (path: string): boolean => /^(?:src|test\/support)\//.test(path);
    const found = testFiles
      .filter(({ path }) => isShared(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ file }) => /^test\/(?:integration|e2e)\//.test(file ?? ''))
          .map(({ file }) => `${path} -> ${file}`),
      );
    assert.deepEqual(found, []);
  });

  test('`npm test` starts no browser and plays no strength games', () => {
    const byPath = new Map(modules().map((each) => [each.path, each]));
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { file } of byPath.get(path)?.imports ?? []) if (file !== undefined) visit(file);
    };
    for (const { path } of testFiles) if (path.endsWith('.test.ts')) visit(path);
    const forbidden = [...reached].filter(
      (path) =>
        byPath.get(path)?.imports.some(({ specifier }) => specifier === 'playwright-core') ||
        path === 'scripts/strength/game-against-gnugo.ts',
    );
    assert.deepEqual(forbidden, []);
  });

  test('random numbers come from a seed, not from Math.random', () => {
    assert.deepEqual(
      pathsWhere(
        ({ path, text }) => /Math\.random\(/.test(text) && path !== 'test/integration/structure/test-structure.test.ts',
      ),
      [],
    );
  });
});
