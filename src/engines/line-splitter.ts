/** The maximum length of a line in characters; the rest is cut off. */
const LONGEST_LINE = 65_536;

/** Splits text that arrives in pieces into lines that end in CRLF, LF or CR. */
export class LineSplitter {
  readonly #longest: number;
  #unfinished = '';
  /** Whether the last piece ended with a carriage return. A line feed that follows belongs to the same line end. */
  #afterReturn = false;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  /** The lines that are complete with this piece, without line ends. */
  take(piece: string): string[] {
    if (piece === '') return [];
    const text = this.#afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#afterReturn = piece.endsWith('\r');
    const lines = text
      .split(/\r\n|\r|\n/)
      .map((line, index) => this.#cut(index === 0 ? this.#unfinished + line : line));
    this.#unfinished = lines.pop() ?? '';
    return lines;
  }

  /** The stream has ended: returns the unfinished line, if any. */
  end(): string[] {
    const last = this.#unfinished;
    this.#unfinished = '';
    return last === '' ? [] : [last];
  }

  #cut(line: string): string {
    return line.length > this.#longest ? line.slice(0, this.#longest) : line;
  }
}
