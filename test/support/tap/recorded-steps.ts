import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import type { TappedConnection } from '../../../src/tap/tapped-connection.ts';
import { TAP_PROTOCOLS } from '../protocols/loaded-protocols.ts';

/** An event of a connection, and its time in milliseconds. */
export type TapStep = readonly [now: number, connection: string, event: string];

const unescapeBytes = (text: string): Buffer =>
  Buffer.from(JSON.parse(`"${text.replaceAll('\\x', '\\u00')}"`), 'latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** Records steps of two connections, `a` and `b`. `>` is a message of the client, `<` a message of the server. */
export function recordSteps(steps: readonly TapStep[]): { shown: string[]; written: string[] } {
  const shown: string[] = [];
  const written: string[] = [];
  const output = { show: (line: string) => void shown.push(line), write: (line: string) => void written.push(line) };
  const recorder = new TapRecorder('a test', output, 0, TAP_PROTOCOLS);
  const connections = new Map<string, TappedConnection>();
  for (const [now, name, event] of steps) {
    const connection = connections.get(name) ?? recorder.connect(name === 'b' ? '127.0.0.2' : '127.0.0.1', now);
    connections.set(name, connection);
    if (event.startsWith('> ')) connection.clientSent(unescapeBytes(utf8(event.slice(2))), now);
    else if (event.startsWith('< ')) connection.serverSent(unescapeBytes(utf8(event.slice(2))), now);
    else if (event === 'client ends') connection.clientFinished(now);
    else if (event === 'server ends') connection.serverFinished(now);
    else if (event === 'client breaks') connection.lost('client', now);
    else if (event === 'server breaks') connection.lost('server', now);
    else if (event === 'the tap ends') connection.end(now);
    else connection.failed(event, now);
  }
  return { shown, written: written.slice(written.indexOf('recorded') + 1) };
}

/** The comment in place of bytes that are not recorded. */
export const WITHHELD = '# a --> server: a secret message, which is not recorded';
