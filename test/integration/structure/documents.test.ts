import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileOf, headingsOf, linksOf, withLinks } from '../../../scripts/docs-site/markdown-links.ts';
import { SIDEBAR } from '../../../scripts/docs-site/sidebar.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Documents that scripts write: the clauses and the benchmarks. */
const WRITTEN_BY_PROGRAMS: ReadonlySet<string> = new Set(['docs/check-clauses.md', 'docs/benchmarks.md']);

/** The documents to which a document has a link. */
const linkedDocuments = (file: string): string[] =>
  linksOf(textOf(file))
    .map((link) => fileOf(file, link))
    .filter((target) => documents.includes(target));

describe('the documents', () => {
  test('can all be reached from the README by at most two links', () => {
    const first = linkedDocuments('README.md');
    const reached = new Set(['README.md', ...first, ...first.flatMap(linkedDocuments)]);
    assert.deepEqual(
      documents.filter((file) => !reached.has(file)),
      [],
    );
  });

  test('include an ARCHITECTURE.md that lists every file that names all protocols, with the right counts', () => {
    const [, section = ''] = /^### What a further protocol changes\n(.*?)^## /ms.exec(textOf('ARCHITECTURE.md')) ?? [];
    const rows = [...section.matchAll(/^\| [^|]* \| (\d+): (.*) \|$/gm)].map(([, count, files = '']) => ({
      count: Number(count),
      files: [...files.matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)].map(([, plain, linked]) => plain ?? linked ?? ''),
    }));
    for (const { count, files } of rows) assert.equal(files.length, count, files.join());
    const listed = new Set(rows.flatMap(({ files }) => files));
    assert.match(section, new RegExp(`changes the ${listed.size} files of the table`));
    const names = PROTOCOLS.map(({ name }) => name).filter((name) => name !== 'web');
    const isExcluded = (file: string): boolean => WRITTEN_BY_PROGRAMS.has(file) || file === 'ARCHITECTURE.md';
    const others = globSync(['*.md', 'docs/**/*.md', '{src,test,scripts,bench}/**/*.ts'], { cwd: root }).filter(
      (file) => !isExcluded(file) && names.every((name) => new RegExp(`\\b${name}`).test(textOf(file))),
    );
    assert.deepEqual(
      others.filter((file) => !listed.has(file)),
      [],
    );
  });

  test('have only links to files and headings that exist', () => {
    const broken = documents.flatMap((file) =>
      linksOf(textOf(file)).flatMap((link) => {
        const target = fileOf(file, link);
        const exists = existsSync(join(root, target));
        const hasHeading =
          link.heading === undefined ||
          (target.endsWith('.md') && exists && headingsOf(textOf(target)).has(link.heading));
        return exists && hasHeading
          ? []
          : [`${file}: ${link.target}${link.heading === undefined ? '' : `#${link.heading}`}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  test('are each in the sidebar of the site exactly once', () => {
    const listed = SIDEBAR.flatMap(({ pages }) => pages.map(({ file }) => file)).sort();
    assert.deepEqual(listed, documents);
  });
});

describe('the links of a page', () => {
  const PAGE = `See [one](a.md), [two](a.md#part), [three](#here), [web](https://example.org/x) and \`[code](b.md)\`.

    [indented](c.md)
    [more](e.md)

1. - A list in a list,
     [its link](f.md).

\`\`\`
[fenced](d.md)
\`\`\`
![picture](p.jpg)
`;

  test('are found outside of code, without web addresses', () => {
    assert.deepEqual(linksOf(PAGE), [
      { target: 'a.md', heading: undefined },
      { target: 'a.md', heading: 'part' },
      { target: '', heading: 'here' },
      { target: 'f.md', heading: undefined },
      { target: 'p.jpg', heading: undefined },
    ]);
  });

  test('are replaced, or reduced to their text', () => {
    const replaced = withLinks(PAGE, ({ target }) => (target === 'a.md' ? undefined : 'new'));
    assert.equal(
      replaced.split('\n')[0],
      'See one, two, [three](new), [web](https://example.org/x) and `[code](b.md)`.',
    );
    assert.match(replaced, /!\[picture\]\(new\)/);
    assert.match(replaced, /\[its link\]\(new\)/);
    assert.match(replaced, /\[indented\]\(c\.md\)\n {4}\[more\]\(e\.md\)/);
    assert.match(replaced, /\[fenced\]\(d\.md\)/);
  });
});

test('the anchor of a heading is its text in lower case, with a number if the anchor exists already', () => {
  assert.deepEqual(
    [...headingsOf('# The `end`: a table\n\n## Notes\n\n## Notes\n')],
    ['the-end-a-table', 'notes', 'notes-1'],
  );
});
