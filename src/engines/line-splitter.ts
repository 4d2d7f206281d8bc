/** Of a line, in characters; what follows is cut off. */
const LONGEST_LINE = 65_536;

/** Cuts a stream of text into lines, whichever of CRLF, LF and CR end them, and however the stream comes in pieces. */
export class LineSplitter {
  readonly #longest: number;
  #rest = '';
  /** A line feed that comes next belongs to the carriage return before it. */
  #afterReturn = false;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** The lines that this piece brings to an end, without their endings. */
  take(piece: string): string[] {
    if (piece === '') return [];
    const text = this.#afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#afterReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/).map((line, index) => this.#cut(index === 0 ? this.#rest + line : line));
    this.#rest = lines.pop() ?? '';
    return lines;
  }

  /** The stream is over: the line that nothing has ended. */
  end(): string[] {
    const last = this.#rest;
    this.#rest = '';
    return last === '' ? [] : [last];
  }

  #cut(line: string): string {
    return line.length > this.#longest ? line.slice(0, this.#longest) : line;
  }
}
