import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules } from '../../support/structure/modules.ts';

const TEST = /\.(?:test|program|slow|browser)\.ts$/;

const all = modules().filter(({ path }) => TEST.test(path) || path.startsWith('test/'));
const pathsWhere = (isFound: (each: (typeof all)[number]) => boolean): string[] =>
  all.filter(isFound).map(({ path }) => path);

describe('the tests', () => {
  test('a file that is named as a test is imported by no other', () => {
    const imported = new Set(all.flatMap(({ imports }) => imports.map(({ file }) => file)));
    assert.deepEqual(
      pathsWhere(({ path }) => TEST.test(path) && imported.has(path)),
      [],
    );
  });

  test('a test beside the source, and what tests share, import nothing from test/integration and test/e2e', () => {
    const isShared = (path: string): boolean => /^(?:src|test\/support)\//.test(path);
    const found = all
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
    for (const { path } of all) if (path.endsWith('.test.ts')) visit(path);
    const forbidden = [...reached].filter(
      (path) =>
        byPath.get(path)?.imports.some(({ specifier }) => specifier === 'playwright-core') ||
        path === 'scripts/strength/go-game.ts',
    );
    assert.deepEqual(forbidden, []);
  });

  test('chance has a seed that is told', () => {
    assert.deepEqual(
      pathsWhere(
        ({ path, text }) => /Math\.random\(/.test(text) && path !== 'test/integration/structure/tests.test.ts',
      ),
      [],
    );
  });
});
