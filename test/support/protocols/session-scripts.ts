import type { Settings } from '../../../src/protocols/protocol-settings.ts';

/** A dialogue with one session, as text. */
export interface SessionScript {
  readonly title: string;
  readonly settings: Settings;
  readonly lines: readonly string[];
}

/**
 * Blocks parted by empty lines: a title, perhaps with `[settings]`, and lines that are indented. The lines of a block
 * `part NAME` stand wherever `«NAME»` is a line; `#` begins a comment.
 */
export function parseSessionScripts(text: string): SessionScript[] {
  const parts = new Map<string, readonly string[]>();
  const scripts: SessionScript[] = [];
  for (const block of text.replaceAll(/^#.*\n/gm, '').split(/\n{2,}(?=\S)/)) {
    const [head = '', ...body] = block.trim().split('\n');
    const lines = body
      .map((line) => line.trim())
      .flatMap((line) => parts.get(/^«(.*)»$/.exec(line)?.[1] ?? '') ?? line);
    if (head.startsWith('part ')) parts.set(head.slice(5), lines);
    else {
      const [, title = '', settings = ''] = /^(.*?)(?: \[(.*)\])?$/.exec(head) ?? [];
      scripts.push({ title, settings: Object.fromEntries(new URLSearchParams(settings.replaceAll(' ', '&'))), lines });
    }
  }
  return scripts;
}
