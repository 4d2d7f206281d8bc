import { posix } from 'node:path';

/** A link or an image of a Markdown page. */
export interface MarkdownLink {
  /** The target without the part after `#`. Empty for a place in the same page. */
  readonly target: string;
  /** The heading after `#`. */
  readonly heading: string | undefined;
}

/**
 * Code (between backquotes, \x60, or indented after an empty line) is copied as it is, so that text in it is not taken for a link. Other indented
 * lines belong to a list.
 */
const CODE_OR_LINK =
  /(?<=^\n)(?: {4}.*\n?)+|^\x60\x60\x60[\s\S]*?^\x60\x60\x60$|\x60\x60.*?\x60\x60|\x60[^\x60\n]*\x60|\]\(([^()\s]+)\)/gm;

const parse = (written: string): MarkdownLink => {
  const [target = '', heading] = written.split('#');
  return { target, heading };
};

const isElsewhere = (written: string): boolean => /^[a-z]+:/.test(written);

/** The links of a page to other files of the repository and to headings. Web addresses are left out. */
export function linksOf(text: string): MarkdownLink[] {
  return [...text.matchAll(CODE_OR_LINK)].flatMap(([, written]) =>
    written === undefined || isElsewhere(written) ? [] : [parse(written)],
  );
}

/** The page with each link replaced. `replace` returns the new target, or undefined to keep only the text of the link. */
export function withLinks(text: string, replace: (link: MarkdownLink) => string | undefined): string {
  const removed = '](removed)';
  const replaced = text.replace(CODE_OR_LINK, (whole: string, written: string | undefined) => {
    if (written === undefined || isElsewhere(written)) return whole;
    const target = replace(parse(written));
    return target === undefined ? removed : `](${target})`;
  });
  return replaced.replace(/\[([^\][]*)\]\(removed\)/g, '$1');
}

/** The file that a link of the page `from` leads to, both relative to the repository. */
export const fileOf = (from: string, { target }: MarkdownLink): string =>
  target === '' ? from : posix.join(posix.dirname(from), target);

/** The anchors of a page's headings, as Markdown viewers derive them from the text of the headings. */
export function headingsOf(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, words = ''] of text.replace(/^\x60{3}[\s\S]*?^\x60{3}$/gm, '').matchAll(/^#+ (.*)$/gm)) {
    const name = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let free = name;
    for (let count = 1; names.has(free); count++) free = `${name}-${count}`;
    names.add(free);
  }
  return names;
}
