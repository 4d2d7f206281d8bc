import type { Color } from '../../../src/rules/color.ts';
import type { Score } from '../../../src/rules/go/ruleset.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';

/** The end of a game as the server reported it. A property is absent if the protocol does not report it. */
export interface Ending {
  /** The protocol's own text, its lines joined by ` / `. */
  readonly text: string;
  readonly winner?: Color | 'draw';
  readonly reason?: 'score' | 'resigned' | 'left';
  readonly score?: Score;
  /** White's points were rounded to a whole number, away from black's points. */
  readonly isRounded?: boolean;
}

/** The lines of a dialogue that an error message contains. */
const LINES_SHOWN = 60;

/**
 * A test client: one side of one conversation, without a socket. It takes the server's bytes and returns the bytes to send. It follows its
 * protocol, and checks that each message of the server is legal at this point. If a message is not, it throws an error with the dialogue.
 */
export abstract class Client {
  /** The server has closed the connection, and was allowed to. */
  closed = false;
  /** The server may end the connection: it stops, or another connection takes this client's name. */
  mayBeDisconnected = false;
  /** An operator may have stopped the client's game. */
  gameMayBeStopped = false;
  /** The disk may be full, or the server may drain. The server then postpones seeks and moves. */
  mayBePostponed = false;
  readonly #dialogue: string[] = [];
  #linesBefore = 0;
  #input: Uint8Array = new Uint8Array(0);
  #output: Uint8Array[] = [];

  /** Takes bytes from the server. A message may be split anywhere. */
  receive(bytes: Uint8Array): void {
    if (this.closed) this.fail('bytes after the end of the connection');
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    let length: number | undefined;
    do {
      length = this.#input.length === 0 ? undefined : this.readMessage(this.#input);
      this.#input = this.#input.subarray(length ?? 0);
    } while (length !== undefined);
  }

  /** Returns the bytes that the client has sent since the last call. */
  output(): Uint8Array {
    const sent = this.#output.splice(0);
    const [only] = sent;
    return sent.length === 1 && only !== undefined ? only : Buffer.concat(sent);
  }

  /** The server has closed the connection. */
  hungUp(): void {
    if (this.#input.length > 0) this.fail('the connection ended in the middle of a message');
    if (!this.mayClose() && !this.mayBeDisconnected) this.fail('the server closed the connection');
    this.closed = true;
  }

  /** Asks the server for news, if the protocol's server does not send them unasked. */
  poll(): void {}

  /** Whether it is the client's turn and the client has not sent a move yet. */
  abstract get isReadyToMove(): boolean;
  /** Whether the client waits for an opponent, or is about to seek one. */
  abstract get isSeeking(): boolean;
  /** Seeks an opponent on a board of `size` lines. */
  abstract seek(size: number): void;
  abstract play(at: BoardCoordinates): void;
  abstract pass(): void;
  abstract resign(): void;
  /** Sends a goodbye. Returns false if the protocol has no goodbye message. */
  abstract leave(): boolean;
  /** Sends a message that the protocol does not have. */
  abstract sendNonsense(): void;

  /** Reads one message from the front of the bytes. Returns its length, or undefined if the message is not complete yet. */
  protected abstract readMessage(bytes: Uint8Array): number | undefined;
  /** Whether the server may close the connection now. */
  protected abstract mayClose(): boolean;

  protected send(bytes: Uint8Array, shown: string): void {
    this.#output.push(bytes);
    this.#note(`  client: ${shown}`);
  }

  protected logReceived(shown: string): void {
    this.#note(`  server: ${shown}`);
  }

  #note(line: string): void {
    this.#dialogue.push(line);
    if (this.#dialogue.length >= 2 * LINES_SHOWN) this.#linesBefore += this.#dialogue.splice(0, LINES_SHOWN).length;
  }

  /** The last messages of both sides, one per line. */
  get dialogue(): string {
    const hidden = this.#linesBefore + this.#dialogue.length - LINES_SHOWN;
    return [...(hidden > 0 ? [`  (${hidden} earlier lines)`] : []), ...this.#dialogue.slice(-LINES_SHOWN)].join('\n');
  }

  fail(what: string): never {
    throw new Error(`${what}\n${this.dialogue}`);
  }
}

const LF = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A client whose messages are lines of text. */
export abstract class LineClient extends Client {
  protected readonly maxLineBytes: number = 4096;

  protected override readMessage(bytes: Uint8Array): number | undefined {
    const end = bytes.indexOf(LF);
    if (end === -1) return undefined;
    let line: string;
    try {
      line = utf8.decode(bytes.subarray(0, end));
    } catch {
      this.fail('a line that is not UTF-8');
    }
    this.logReceived(line);
    if (end > this.maxLineBytes || /\p{Cc}/u.test(line))
      this.fail('a line that is too long, or with a control character in it');
    this.receiveLine(line);
    return end + 1;
  }

  protected sendLine(line: string): void {
    this.send(Buffer.from(`${line}\n`), line);
  }

  protected abstract receiveLine(line: string): void;
}
