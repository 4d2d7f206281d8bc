import type { Color } from '../../../src/rules/color.ts';
import type { Score } from '../../../src/rules/go/ruleset.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';

/** How the end of a game was told. What the protocol does not say is absent. */
export interface Ending {
  /** In the protocol's own words, its lines joined by ` / `. */
  readonly text: string;
  readonly winner?: Color | 'nobody';
  readonly reason?: 'score' | 'resigned' | 'left';
  readonly score?: Score;
  /** White's points were told in whole numbers, further from black's than they may have been. */
  readonly isRounded?: boolean;
}

/** So much of a dialogue stands in a failure. */
const LINES_SHOWN = 60;

/**
 * The client's side of one conversation, without a socket: fed with bytes, it has bytes to say. It keeps to its
 * protocol, and everything that it is told must be legal at that point; whatever is not fails with the dialogue so far.
 */
export abstract class Client {
  /** The server has closed the connection, as it may have. */
  closed = false;
  /** The server is about to say goodbye, or somebody to take this client's place. */
  mayBeDisconnected = false;
  /** Somebody in charge may have ended its game. */
  gameMayBeStopped = false;
  /** The disk may be full, or the server drain: what can be neither begun nor kept is put off. */
  mayBePostponed = false;
  readonly #dialogue: string[] = [];
  #linesBefore = 0;
  #input: Uint8Array = new Uint8Array(0);
  #output: Uint8Array[] = [];

  /** Takes in what the server has said, cut anywhere. */
  receive(bytes: Uint8Array): void {
    if (this.closed) this.fail('bytes after the end of the connection');
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes]);
    let length: number | undefined;
    do {
      length = this.#input.length === 0 ? undefined : this.readMessage(this.#input);
      this.#input = this.#input.subarray(length ?? 0);
    } while (length !== undefined);
  }

  /** What the client has to say since it was asked last. */
  output(): Uint8Array {
    const send = this.#output.splice(0);
    const [only] = send;
    return send.length === 1 && only !== undefined ? only : Buffer.concat(send);
  }

  /** The server has closed the connection. */
  hungUp(): void {
    if (this.#input.length > 0) this.fail('half a message, and then the end of the connection');
    if (!this.mayClose() && !this.mayBeDisconnected) this.fail('the server hung up');
    this.closed = true;
  }

  /** Asks the server for news, where the protocol does not tell them by itself. */
  poll(): void {}

  /** It may take a turn now, and has not done so yet. */
  abstract get isReadyToMove(): boolean;
  /** It has a wish, or is about to say one. */
  abstract get isSeeking(): boolean;
  /** Wishes to play on a board of `size` lines. */
  abstract seek(size: number): void;
  abstract play(at: BoardCoordinates): void;
  abstract pass(): void;
  abstract resign(): void;
  /** Says goodbye; `false` if there are no words for it but hanging up. */
  abstract leave(): boolean;
  /** Says something that is nothing in this protocol. */
  abstract sendNonsense(): void;

  /** Takes one message from the front of the bytes and says how long it was; `undefined` if it is not whole yet. */
  protected abstract readMessage(bytes: Uint8Array): number | undefined;
  /** Whether the server may close the connection now. */
  protected abstract mayClose(): boolean;

  protected said(bytes: Uint8Array, shown: string): void {
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

  /** What both sides have said of late, a line each. */
  get dialogue(): string {
    const hidden = this.#linesBefore + this.#dialogue.length - LINES_SHOWN;
    return [...(hidden > 0 ? [`  (${hidden} lines before)`] : []), ...this.#dialogue.slice(-LINES_SHOWN)].join('\n');
  }

  fail(what: string): never {
    throw new Error(`${what}\n${this.dialogue}`);
  }
}

const LF = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A client whose messages are lines of text. */
export abstract class LineClient extends Client {
  /** In bytes. */
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
    this.said(Buffer.from(`${line}\n`), line);
  }

  protected abstract receiveLine(line: string): void;
}
