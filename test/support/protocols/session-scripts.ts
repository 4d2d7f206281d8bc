import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';

/** A dialogue with one session, as text. */
export interface SessionScript {
  readonly title: string;
  readonly settings: ProtocolSettings;
  readonly lines: readonly string[];
}

/**
 * Parses dialogues. Empty lines separate blocks. A block has a title, optionally with `[settings]`, and indented lines. A line `«NAME»`
 * stands for the lines of the block `part NAME`. `#` begins a comment.
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
