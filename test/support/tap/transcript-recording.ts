import type { Transcript } from '../transcripts/transcript.ts';

/** Listeners in the order in which they were called. */
const listenersOf = ({ statements }: Transcript): string[] =>
  statements.flatMap((statement) => (statement.kind === 'connect' ? [statement.listener] : []));

/** A recording of `original`, with what no tap can know: the settings of the listeners and of the server. */
export function completeRecording(recording: string, original: Transcript): string {
  const listeners = listenersOf(original);
  const given = Object.entries(original.options).map(([name, value]) => `${name}=${value}`);
  const known = recording.replace(/^connect (\w): \S+/gm, (_, name: string) => {
    return `connect ${name}: ${listeners[name.charCodeAt(0) - 'a'.charCodeAt(0)]}`;
  });
  const whole = withSecrets(known, original);
  return given.length === 0 ? whole : `options: ${given.join(' ')}\n${whole}`;
}

/** What each client of the original says, in the order in which they connect. */
function linesByClient({ statements }: Transcript): string[][] {
  const names: string[] = [];
  const lines: string[][] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') lines[names.push(statement.who) - 1] = [];
    if (statement.kind === 'says')
      lines[names.lastIndexOf(statement.who)]?.push(statement.bytes.toString('utf8').trimEnd());
  }
  return lines;
}

/** The recording with the messages in place of which it has a comment, because they are secret. */
function withSecrets(recording: string, original: Transcript): string {
  const lines = linesByClient(original);
  const bytesByClient = new Map<string, number>();
  return recording
    .split('\n')
    .map((line) => {
      const [, who] = /^(?:(?=\w(?: raw)?: )|# (?=\w --> server: a secret message))(\w)/.exec(line) ?? [];
      if (who === undefined) return line;
      const count = bytesByClient.get(who) ?? 0;
      bytesByClient.set(who, count + 1);
      return line.startsWith('#') ? `${who}: ${lines[who.charCodeAt(0) - 97]?.[count]}` : line;
    })
    .join('\n');
}

/** All bytes that each client said, and all that it heard; in the order in which they connected. */
export function said({ recorded, statements }: Transcript): string[][] {
  const names: string[] = [];
  const talk: [string, string][] = [];
  for (const statement of statements) {
    if (statement.kind === 'connect') {
      // A recording states a connection once its protocol is known; its letter tells when it was made.
      const at = recorded ? statement.who.charCodeAt(0) - 'a'.charCodeAt(0) : names.length;
      names[at] = statement.who;
      talk[at] = ['', ''];
    }
    if (statement.kind !== 'says' && statement.kind !== 'hears') continue;
    for (const who of [statement.who].flat()) {
      talk[names.lastIndexOf(who)]![statement.kind === 'says' ? 0 : 1] += statement.bytes.toString('latin1');
    }
  }
  return talk;
}
