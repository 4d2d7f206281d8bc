/** One line of a transcript, and where it stands. */
export type TranscriptStatement = { readonly line: number; readonly text: string } & (
  | { readonly kind: 'connect'; readonly who: string; readonly listener: string; readonly address: string }
  | { readonly kind: 'sends'; readonly who: string; readonly bytes: Buffer }
  | { readonly kind: 'receives'; readonly who: readonly string[]; readonly bytes: Buffer }
  | { readonly kind: 'closed'; readonly who: readonly string[] }
  | { readonly kind: 'disconnects' | 'finishes'; readonly who: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'restart' | 'stop' }
  | { readonly kind: 'becomes'; readonly what: ServerCondition }
  /** An administrator disconnects a player, or ends a game without a winner. */
  | { readonly kind: 'kicks'; readonly name: string }
  | { readonly kind: 'stops-game'; readonly game: number }
);

/** A condition of the server that no client causes. */
export type ServerCondition = 'full' | 'roomy' | 'draining' | 'undrained';

const CONDITIONS: ReadonlyMap<string, ServerCondition> = new Map([
  ['the disk is full', 'full'],
  ['the disk has room', 'roomy'],
  ['the server drains', 'draining'],
  ['the server drains no more', 'undrained'],
]);

export interface Transcript {
  /** Whether `tengen tap` wrote the transcript: then received lines may stand later than they arrived. */
  readonly recorded: boolean;
  readonly options: Readonly<Record<string, number>>;
  readonly statements: readonly TranscriptStatement[];
}

export function parseTranscript(text: string): Transcript {
  const options: Record<string, number> = {};
  const statements: TranscriptStatement[] = [];
  let recorded = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const content = raw.replace(/\r$/, '');
    if (content.trim() === '' || content.startsWith('#')) continue;
    if (content === 'recorded') {
      recorded = true;
      continue;
    }
    const given = /^options: (.+)$/.exec(content)?.[1];
    if (given === undefined) statements.push(...parseStatement(content, line));
    else for (const option of given.split(' ')) options[option.split('=')[0] ?? ''] = Number(option.split('=')[1]);
  }
  return { recorded, options, statements };
}

function parseStatement(text: string, line: number): TranscriptStatement[] {
  const match = (pattern: RegExp): string[] | undefined => pattern.exec(text)?.slice(1);
  const at = { line, text };
  let parts = match(/^repeat (\d+): (.+)$/);
  if (parts !== undefined) {
    const [count = '0', statement = ''] = parts;
    return Array.from({ length: Number(count) }).flatMap(() => parseStatement(statement, line));
  }
  parts = match(/^connect (\w+): (\S+)(?: from (\S+))?$/);
  if (parts !== undefined) {
    const [who = '', listener = '', address = '127.0.0.1'] = parts;
    return [{ ...at, kind: 'connect', who, listener, address }];
  }
  parts = match(/^server --> ([\w, ]+): (.*)$/);
  if (parts !== undefined)
    return [{ ...at, kind: 'receives', who: names(parts[0]), bytes: encodeMessage(parts[1] ?? '') }];
  parts = match(/^server crlf --> ([\w, ]+): (.*)$/);
  if (parts !== undefined)
    return [{ ...at, kind: 'receives', who: names(parts[0]), bytes: Buffer.from(`${parts[1]}\r\n`) }];
  parts = match(/^server raw --> ([\w, ]+): (.*)$/);
  if (parts !== undefined)
    return [{ ...at, kind: 'receives', who: names(parts[0]), bytes: unescapeBytes(parts[1] ?? '') }];
  parts = match(/^server closes ([\w, ]+)$/);
  if (parts !== undefined) return [{ ...at, kind: 'closed', who: names(parts[0]) }];
  parts = match(/^(\w+) disconnects$/);
  if (parts !== undefined) return [{ ...at, kind: 'disconnects', who: parts[0] ?? '' }];
  parts = match(/^(\w+) says no more$/);
  if (parts !== undefined) return [{ ...at, kind: 'finishes', who: parts[0] ?? '' }];
  parts = match(/^wait ([\d.]+) s$/);
  if (parts !== undefined) return [{ ...at, kind: 'wait', milliseconds: Number(parts[0]) * 1000 }];
  const what = CONDITIONS.get(text);
  if (what !== undefined) return [{ ...at, kind: 'becomes', what }];
  parts = match(/^the administrator kicks (.+)$/);
  if (parts !== undefined) return [{ ...at, kind: 'kicks', name: parts[0] ?? '' }];
  parts = match(/^the administrator stops game (\d+)$/);
  if (parts !== undefined) return [{ ...at, kind: 'stops-game', game: Number(parts[0]) }];
  if (text === 'restart' || text === 'stop') return [{ ...at, kind: text }];
  parts = match(/^(\w+) raw: (.*)$/);
  if (parts !== undefined) return [{ ...at, kind: 'sends', who: parts[0] ?? '', bytes: unescapeBytes(parts[1] ?? '') }];
  parts = match(/^(\w+): (.*)$/);
  if (parts !== undefined) return [{ ...at, kind: 'sends', who: parts[0] ?? '', bytes: encodeMessage(parts[1] ?? '') }];
  throw new Error(`line ${line} of the transcript is not a statement: ${text}`);
}

const names = (text = ''): string[] => text.split(',').map((name) => name.trim());

const BINARY = /^(?:\s*[A-Z ]*\[(?:[0-9A-F]{2} ?)+\])+$/;

/** Encodes a line of text with its LF, or binary actions with names and bytes: `START [01 14] BEGIN [03]`. */
function encodeMessage(text: string): Buffer {
  if (!BINARY.test(text)) return Buffer.from(`${text}\n`);
  const hex = [...text.matchAll(/\[([^\]]*)\]/g)].map(([, bytes]) => bytes).join('');
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Decodes the escapes `\xNN`, `\n`, `\r`, `\t` and `\\`. */
function unescapeBytes(text: string): Buffer {
  const parts = text.split(/(\\x[0-9a-fA-F]{2}|\\[nrt\\])/);
  return Buffer.concat(
    parts.map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part);
      return part[1] === 'x' ? Buffer.from(part.slice(2), 'hex') : Buffer.from(ESCAPES[part[1] ?? ''] ?? '');
    }),
  );
}
