import {
  type GtpCommand,
  type GtpResponseHead,
  makeCommand,
  parseHead,
  withoutControlCharacters,
} from './gtp-codec.ts';

export type GtpReadResult =
  /** A complete response to a command; its lines are separated by LF. */
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly text: string }
  /** A response with an id that no pending command has. It is unknown which responses belong to which commands. */
  | { readonly kind: 'out-of-step'; readonly id: number; readonly text: string }
  /** A line outside a response, or a response to no command. */
  | { readonly kind: 'noise'; readonly text: string };

/** The id of a command that was sent without one. */
const WITHOUT_ID = 0;

/** The controller's side of GTP: numbers commands and combines lines into responses. */
export class GtpResponseMatcher {
  #lastId = 0;
  /** The ids of unanswered commands, oldest first. */
  #pending: number[] = [];
  #head: GtpResponseHead | undefined;
  #lines: string[] = [];

  /** The line to send, without its line end, and the id of its response. */
  makeRequest(command: GtpCommand): { readonly id: number; readonly line: string } {
    const id = ++this.#lastId;
    this.#pending.push(id);
    return { id, line: makeCommand(id, command) };
  }

  /** Called when a line without an id was sent that a GTP engine may take for a command. Its response has no id either. */
  expectWithoutId(): void {
    this.#pending.push(WITHOUT_ID);
  }

  /** Reads the next line. A response ends with an empty line, so most lines return nothing. */
  read(line: string): GtpReadResult | undefined {
    const text = withoutControlCharacters(line);
    if (this.#head === undefined) {
      this.#head = parseHead(text);
      return this.#head === undefined && text !== '' ? { kind: 'noise', text } : undefined;
    }
    if (text !== '') {
      this.#lines.push(text);
      return undefined;
    }
    const head = this.#head;
    const fullText = [head.text, ...this.#lines].join('\n').trim();
    this.#head = undefined;
    this.#lines = [];
    const waiting = this.#pending.length;
    const id = this.#removePending(head.id);
    if (id !== undefined) return { kind: 'answer', id, ok: head.ok, text: fullText };
    if (head.id === undefined || waiting === 0) return { kind: 'noise', text: fullText };
    return { kind: 'out-of-step', id: head.id, text: fullText };
  }

  /** Removes the command of a response: without an id, the oldest one. Earlier commands will not be answered any more. */
  #removePending(id: number | undefined): number | undefined {
    if (id === undefined) return this.#pending.shift();
    const place = this.#pending.indexOf(id);
    if (place === -1) return undefined;
    this.#pending = this.#pending.slice(place + 1);
    return id;
  }
}
