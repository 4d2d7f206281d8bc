import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules } from '../../support/structure/modules.ts';

const TEST = /\.(?:test|program|browser)\.ts$/;

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

  test('chance has a seed that is told', () => {
    assert.deepEqual(
      pathsWhere(
        ({ path, text }) => /Math\.random\(/.test(text) && path !== 'test/integration/structure/tests.test.ts',
      ),
      [],
    );
  });
});
