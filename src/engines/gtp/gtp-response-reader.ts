import { type GtpCommand, makeCommand, parseHead, type ResponseHead, withoutControlCharacters } from './gtp-codec.ts';

/** The meaning of a line from an engine. */
export type GtpOutput =
  /** A complete response to a command; its lines are separated by LF. */
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly text: string }
  /** A response with the id of another command than those that wait: the engine's responses can no longer be told apart. */
  | { readonly kind: 'out-of-step'; readonly id: number; readonly text: string }
  /** A line outside a response, or a response to no command. */
  | { readonly kind: 'noise'; readonly text: string };

/** The id of a command that was sent without one. */
const WITHOUT_ID = 0;

/** The controller's side of GTP: numbers commands and combines lines into responses. */
export class GtpResponseReader {
  #lastId = 0;
  /** The ids of unanswered commands, oldest first. */
  #asked: number[] = [];
  #head: ResponseHead | undefined;
  #lines: string[] = [];

  /** The line to send, without its line end, and the id of its response. */
  ask(command: GtpCommand): { readonly id: number; readonly line: string } {
    const id = ++this.#lastId;
    this.#asked.push(id);
    return { id, line: makeCommand(id, command) };
  }

  /** A line was sent that has no id and may be taken for a command: its response has none either. */
  askedWithoutId(): void {
    this.#asked.push(WITHOUT_ID);
  }

  /** Reads the next line. A response ends with an empty line, so most lines return nothing. */
  read(line: string): GtpOutput | undefined {
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
    const whole = [head.text, ...this.#lines].join('\n').trim();
    this.#head = undefined;
    this.#lines = [];
    const waiting = this.#asked.length;
    const id = this.#answered(head.id);
    if (id !== undefined) return { kind: 'answer', id, ok: head.ok, text: whole };
    if (head.id === undefined || waiting === 0) return { kind: 'noise', text: whole };
    return { kind: 'out-of-step', id: head.id, text: whole };
  }

  /** The command of a response; without an id the oldest one. Commands before it will not be answered any more. */
  #answered(id: number | undefined): number | undefined {
    if (id === undefined) return this.#asked.shift();
    const place = this.#asked.indexOf(id);
    if (place === -1) return undefined;
    this.#asked = this.#asked.slice(place + 1);
    return id;
  }
}
