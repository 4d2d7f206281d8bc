import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import type { TappedConnection } from '../../../src/tap/tapped-connection.ts';
import { TAP_PROTOCOLS } from '../protocols/loaded-protocols.ts';

/** What happens, at which millisecond. */
export type TapStep = readonly [now: number, who: string, what: string];

const unescapeBytes = (text: string): Buffer =>
  Buffer.from(JSON.parse(`"${text.replaceAll('\\x', '\\u00')}"`), 'latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** `a` and `b` are calls in the order in which they come up; `<` what the server says, `>` what the client says. */
export function recordSteps(steps: readonly TapStep[]): { shown: string[]; written: string[] } {
  const shown: string[] = [];
  const written: string[] = [];
  const output = { show: (line: string) => void shown.push(line), write: (line: string) => void written.push(line) };
  const recorder = new TapRecorder('a test', output, 0, TAP_PROTOCOLS);
  const calls = new Map<string, TappedConnection>();
  for (const [now, who, what] of steps) {
    const call = calls.get(who) ?? recorder.connect(who === 'b' ? '127.0.0.2' : '127.0.0.1', now);
    calls.set(who, call);
    if (what.startsWith('> ')) call.clientSent(unescapeBytes(utf8(what.slice(2))), now);
    else if (what.startsWith('< ')) call.serverSent(unescapeBytes(utf8(what.slice(2))), now);
    else if (what === 'client ends') call.clientFinished(now);
    else if (what === 'server ends') call.serverFinished(now);
    else if (what === 'client breaks') call.lost('client', now);
    else if (what === 'server breaks') call.lost('server', now);
    else if (what === 'the tap ends') call.end(now);
    else call.failed(what, now);
  }
  return { shown, written: written.slice(written.indexOf('recorded') + 1) };
}

/** What stands in the place of bytes that are not recorded. */
export const WITHHELD = '# a --> server: a secret message, which is not recorded';
