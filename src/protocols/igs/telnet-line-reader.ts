import type { ReadResult } from '../bytes.ts';
import { LONGEST_LINE, type ReceivedLine } from '../text-line.ts';

const [LF, CR, EOT] = [0x0a, 0x0d, 0x04];
/** Telnet: the byte before a command; begin and end of a subnegotiation; the first and last command with an option. */
const [IAC, SB, SE, WILL, DONT] = [0xff, 0xfa, 0xf0, 0xfb, 0xfe];
const [SPACE, DELETE] = [0x20, 0x7f];

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');

/**
 * Reads the lines of one client. A line ends by LF, CR, CR LF or 0x04. Telnet commands and other control characters are
 * dropped. Text that is not UTF-8 is read as Latin-1 (igs.md, section 1).
 */
export class TelnetLineReader {
  /** Whether the last line ended with CR. An LF that follows belongs to it. */
  #isAfterCr = false;

  read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    const text: number[] = [];
    const start = this.#isAfterCr && bytes[0] === LF ? 1 : 0;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === IAC) at = endOfCommand(bytes, at);
      else if (byte === LF || byte === CR || byte === EOT) {
        if (isTooLong(text.length, at)) return TOO_LONG;
        this.#isAfterCr = byte === CR;
        return { kind: 'message', message: { kind: 'text', text: decode(text) }, length: at + 1 };
      } else if (byte >= SPACE && byte !== DELETE) text.push(byte);
    }
    return isTooLong(text.length, bytes.length) ? TOO_LONG : { kind: 'more' };
  }
}

const TOO_LONG: ReadResult<ReceivedLine> = { kind: 'broken', message: { kind: 'too-long' } };

/** Telnet commands do not count as text, but have a limit too. */
const isTooLong = (text: number, bytes: number): boolean => text > LONGEST_LINE || bytes > 2 * LONGEST_LINE;

/** The index of the last byte of the telnet command at `at`. If it is incomplete, the number of bytes. */
function endOfCommand(bytes: Uint8Array, at: number): number {
  const command = bytes[at + 1];
  if (command === undefined) return bytes.length;
  if (command >= WILL && command <= DONT) return at + 2;
  if (command !== SB) return at + 1;
  for (let end = at + 2; end + 1 < bytes.length; end++) if (bytes[end] === IAC && bytes[end + 1] === SE) return end + 1;
  return bytes.length;
}

function decode(bytes: readonly number[]): string {
  const all = Uint8Array.from(bytes);
  try {
    return strict.decode(all).trim();
  } catch {
    return latin1.decode(all).trim();
  }
}
