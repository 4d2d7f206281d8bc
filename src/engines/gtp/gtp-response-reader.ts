import { type GtpCommand, withoutControlCharacters, makeCommand, parseHead, type ResponseHead } from './gtp-codec.ts';

/** What a line of an engine brings. */
export type GtpOutput =
  /** The response to a command, whole; its lines are separated by LF. */
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly text: string }
  /** Nothing that was asked for: words outside a response, or the response to nothing. */
  | { readonly kind: 'noise'; readonly text: string };

/** The controller's side of GTP without its pipe: commands get their number, lines become answers to them. */
export class GtpResponseReader {
  #lastId = 0;
  /** Commands without an answer, the oldest first. */
  #asked: number[] = [];
  #head: ResponseHead | undefined;
  #lines: string[] = [];
  /** The engine repeats numbers; then a response without one answers nothing of ours. */
  #repeatsIds = false;

  /** The line to send, without its ending, and the number under which its answer will come. */
  ask(command: GtpCommand): { readonly id: number; readonly line: string } {
    const id = ++this.#lastId;
    this.#asked.push(id);
    return { id, line: makeCommand(id, command) };
  }

  /** Takes the next line in. A response ends with an empty line, so that most lines bring nothing yet. */
  hear(line: string): GtpOutput | undefined {
    const text = withoutControlCharacters(line);
    if (this.#head === undefined) {
      this.#head = parseHead(text);
      this.#repeatsIds ||= this.#head?.id !== undefined;
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
    const id = this.#answered(head.id);
    return id === undefined ? { kind: 'noise', text: whole } : { kind: 'answer', id, ok: head.ok, text: whole };
  }

  /** Which command a response belongs to. Those before it will not be answered any more. */
  #answered(id: number | undefined): number | undefined {
    if (id === undefined) return this.#repeatsIds ? undefined : this.#asked.shift();
    const place = this.#asked.indexOf(id);
    if (place === -1) return undefined;
    this.#asked = this.#asked.slice(place + 1);
    return id;
  }
}
