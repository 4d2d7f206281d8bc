import type { ReadResult } from './bytes.ts';
import { ClientSessionBase } from './client-session-base.ts';
import { LONGEST_SERVER_LINE, lineBytes, type ReceivedLine, readLine } from './text-line.ts';

/** A line of the server in the text of an error, cut off after 80 characters. */
export const quoteLine = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);

export abstract class LineClientSession extends ClientSessionBase<ReceivedLine> {
  /** Called with each line of the server, without its line ending and the spaces around it. */
  protected abstract onLine(line: string): void;

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes, LONGEST_SERVER_LINE);
  }

  /**
   * Bytes that are not UTF-8 become U+FFFD. No document names an encoding, and servers forward names and chat in any encoding.
   * Keywords are ASCII.
   */
  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'too-long') this.abort(`a line of more than ${LONGEST_SERVER_LINE} bytes`);
    else this.onLine(line.text);
  }

  protected sendLine(line: string): void {
    this.send(lineBytes(line));
  }
}
