import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { PROTOCOLS } from '../../src/protocols/protocol-list.ts';
import { fileOf, withLinks } from './markdown-links.ts';
import { SIDEBAR } from './sidebar.ts';

const DOCUMENTS = ['*.md', 'docs/**/*.md'];
const IMAGES = 'docs/**/*.{jpg,svg}';
const EXAMPLES = 'examples/**/*.{js,ts,py,java}';

interface Page {
  /** Relative to the folder of the site's pages. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** The path of a repository file in the site. `docs/` is the root of the site, and the README is its first page. */
function sitePath(file: string): string {
  if (file === 'README.md') return 'index.md';
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
  return path.replace(/README\.md$/, 'index.md');
}

/** A code block with a four-character fence, because the text may contain a shorter fence. */
const codeBlock = (language: string, text: string): string => `\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`;

/** The transcripts of a protocol, which the tests run, as one page. */
function transcriptPage(root: string, name: string): Page[] {
  const files = globSync(`src/protocols/${name}/transcripts/*.txt`, { cwd: root }).sort();
  if (files.length === 0) return [];
  const sections = files.map(
    (file) => `## ${basename(file, '.txt')}\n\n${codeBlock('txt', readFileSync(join(root, file), 'utf8'))}`,
  );
  const intro = `The tests run each of these conversations against the server, line by line. [The messages](../protocols/${name}.md) are explained on a page of their own.`;
  return [
    {
      path: `transcripts/${name}.md`,
      title: name,
      text: `# Transcripts of ${name}\n\n${intro}\n\n${sections.join('\n')}`,
    },
  ];
}

/** The example programs, which the tests run, as one page. */
function examplesPage(root: string): Page[] {
  const files = globSync(EXAMPLES, { cwd: root }).sort();
  if (files.length === 0) return [];
  const sections = files.map(
    (file) =>
      `## ${file.slice('examples/'.length)}\n\n${codeBlock(extname(file).slice(1), readFileSync(join(root, file), 'utf8'))}`,
  );
  return [
    {
      path: 'examples.md',
      title: 'Example programs',
      text: `# Example programs\n\nThe tests play a whole game with each.\n\n${sections.join('\n')}`,
    },
  ];
}

/**
 * Writes the pages of the site into an empty folder: the repository's documents with their links, the pictures, the
 * transcripts and the example programs. Returns the sidebar in the form that VitePress reads.
 */
export function writePages(root: string, folder: string): { text: string; items: { text: string; link: string }[] }[] {
  rmSync(folder, { recursive: true, force: true });
  const documents = new Set(globSync(DOCUMENTS, { cwd: root }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const file of documents) {
    const path = sitePath(file);
    const replace = (link: Parameters<typeof fileOf>[1]): string | undefined => {
      const target = fileOf(file, link);
      const isCopied = documents.has(target) || /\.(?:jpg|svg)$/.test(target);
      if (!isCopied) return undefined;
      const heading = link.heading === undefined ? '' : `#${link.heading}`;
      return link.target === '' ? heading : `./${posix.relative(posix.dirname(path), sitePath(target))}${heading}`;
    };
    write(path, withLinks(readFileSync(join(root, file), 'utf8'), replace));
  }
  for (const file of globSync(IMAGES, { cwd: root })) {
    mkdirSync(dirname(join(folder, sitePath(file))), { recursive: true });
    cpSync(join(root, file), join(folder, sitePath(file)));
  }
  const transcripts = PROTOCOLS.flatMap(({ name }) => transcriptPage(root, name));
  const examples = examplesPage(root);
  for (const { path, text } of [...transcripts, ...examples]) write(path, text);
  const address = (path: string): string => `/${path.replace(/(?:index)?\.md$/, '')}`;
  const group = (text: string, pages: readonly Page[]) => ({
    text,
    items: pages.map(({ title, path }) => ({ text: title, link: address(path) })),
  });
  return [
    ...SIDEBAR.map(({ reader, pages }) => ({
      text: reader,
      items: pages.map(({ title, file }) => ({ text: title, link: address(sitePath(file)) })),
    })),
    group('Run by the tests', [...examples, ...transcripts]),
  ];
}
