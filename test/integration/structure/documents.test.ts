import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileOf, headingsOf, linksOf, withLinks } from '../../../scripts/docs-site/links.ts';
import { SIDEBAR } from '../../../scripts/docs-site/sidebar.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The documents that a reader reaches from a page by one click. */
const linkedDocuments = (file: string): string[] =>
  linksOf(textOf(file))
    .map((link) => fileOf(file, link))
    .filter((target) => documents.includes(target));

describe('the documents', () => {
  test('every document is reached from the README within two clicks', () => {
    const first = linkedDocuments('README.md');
    const reached = new Set(['README.md', ...first, ...first.flatMap(linkedDocuments)]);
    assert.deepEqual(
      documents.filter((file) => !reached.has(file)),
      [],
    );
  });

  test('every link leads to a file and to a heading that exist', () => {
    const broken = documents.flatMap((file) =>
      linksOf(textOf(file)).flatMap((link) => {
        const target = fileOf(file, link);
        const isThere = existsSync(join(root, target));
        const hasHeading =
          link.heading === undefined ||
          (target.endsWith('.md') && isThere && headingsOf(textOf(target)).has(link.heading));
        return isThere && hasHeading
          ? []
          : [`${file}: ${link.target}${link.heading === undefined ? '' : `#${link.heading}`}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  test('every document stands in the sidebar of the site exactly once', () => {
    const listed = SIDEBAR.flatMap(({ pages }) => pages.map(({ file }) => file)).sort();
    assert.deepEqual(listed, documents);
  });
});

describe('the links of a page', () => {
  const PAGE = `See [one](a.md), [two](a.md#part), [three](#here), [web](https://example.org/x) and \`[code](b.md)\`.

    [indented](c.md)

\`\`\`
[fenced](d.md)
\`\`\`
![picture](p.jpg)
`;

  test('are found outside code; web addresses are left out', () => {
    assert.deepEqual(linksOf(PAGE), [
      { target: 'a.md', heading: undefined },
      { target: 'a.md', heading: 'part' },
      { target: '', heading: 'here' },
      { target: 'p.jpg', heading: undefined },
    ]);
  });

  test('are replaced, or only their words are kept', () => {
    const replaced = withLinks(PAGE, ({ target }) => (target === 'a.md' ? undefined : 'new'));
    assert.equal(
      replaced.split('\n')[0],
      'See one, two, [three](new), [web](https://example.org/x) and `[code](b.md)`.',
    );
    assert.match(replaced, /!\[picture\]\(new\)/);
    assert.match(replaced, /\[fenced\]\(d\.md\)/);
  });
});

test('a heading is named by its words in lower case, and a second one of that name gets a number', () => {
  assert.deepEqual(
    [...headingsOf('# The `end`: a table\n\n## Notes\n\n## Notes\n')],
    ['the-end-a-table', 'notes', 'notes-1'],
  );
});
