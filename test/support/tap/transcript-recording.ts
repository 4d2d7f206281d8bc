import type { Transcript } from '../transcripts/transcript.ts';

/** The listeners in the order of the connections. */
const listenersOf = ({ statements }: Transcript): string[] =>
  statements.flatMap((statement) => (statement.kind === 'connect' ? [statement.listener] : []));

/** Adds to a recording of `original` what a tap cannot know: the settings of the server and its listeners, and secret messages. */
export function completeRecording(recording: string, original: Transcript): string {
  const listeners = listenersOf(original);
  const given = Object.entries(original.options).map(([name, value]) => `${name}=${value}`);
  const known = recording.replace(/^connect (\w): \S+/gm, (_, name: string) => {
    return `connect ${name}: ${listeners[name.charCodeAt(0) - 'a'.charCodeAt(0)]}`;
  });
  const whole = withSecrets(known, original);
  return given.length === 0 ? whole : `options: ${given.join(' ')}\n${whole}`;
}

/** The lines that each client of the original sends, in the order of the connections. */
function linesByClient({ statements }: Transcript): string[][] {
  const names: string[] = [];
  const lines: string[][] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') lines[names.push(statement.who) - 1] = [];
    if (statement.kind === 'sends')
      lines[names.lastIndexOf(statement.who)]?.push(statement.bytes.toString('utf8').trimEnd());
  }
  return lines;
}

/** Replaces the comments for secret messages by the messages of the original. */
function withSecrets(recording: string, original: Transcript): string {
  const lines = linesByClient(original);
  const sentCount = new Map<string, number>();
  return recording
    .split('\n')
    .map((line) => {
      const [, who] = /^(?:(?=\w(?: raw)?: )|# (?=\w --> server: a secret message))(\w)/.exec(line) ?? [];
      if (who === undefined) return line;
      const count = sentCount.get(who) ?? 0;
      sentCount.set(who, count + 1);
      return line.startsWith('#') ? `${who}: ${lines[who.charCodeAt(0) - 97]?.[count]}` : line;
    })
    .join('\n');
}

/** The bytes that each client sent, and the bytes that it received, in the order of the connections. */
export function bytesByClient({ recorded, statements }: Transcript): string[][] {
  const names: string[] = [];
  const bytes: [string, string][] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') {
      // A recording lists a connection when its protocol is known. The letter of its name shows the order of the connections.
      const at = recorded ? statement.who.charCodeAt(0) - 'a'.charCodeAt(0) : names.length;
      names[at] = statement.who;
      bytes[at] = ['', ''];
    }
    if (statement.kind !== 'sends' && statement.kind !== 'receives') continue;
    for (const who of [statement.who].flat()) {
      bytes[names.lastIndexOf(who)]![statement.kind === 'sends' ? 0 : 1] += statement.bytes.toString('latin1');
    }
  }
  return bytes;
}
