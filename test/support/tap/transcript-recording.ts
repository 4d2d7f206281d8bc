import type { Transcript } from '../transcripts/transcript.ts';

/** Listeners in the order in which they were called. */
const listenersOf = ({ statements }: Transcript): string[] =>
  statements.flatMap((statement) => (statement.kind === 'connect' ? [statement.listener] : []));

/** A recording of `original`, with what no tap can know: the settings of the listeners and of the server. */
export function completed(recording: string, original: Transcript): string {
  const listeners = listenersOf(original);
  const given = Object.entries(original.options).map(([name, value]) => `${name}=${value}`);
  const known = recording.replace(/^connect (\w): \S+/gm, (_, name: string) => {
    return `connect ${name}: ${listeners[name.charCodeAt(0) - 'a'.charCodeAt(0)]}`;
  });
  return given.length === 0 ? known : `options: ${given.join(' ')}\n${known}`;
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
