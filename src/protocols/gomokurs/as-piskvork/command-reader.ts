import { LineSplitter } from '../../../engines/line-splitter.ts';
import {
  type MalformedPiskvorkLine,
  type ManagerMessage,
  parseManagerMessage,
} from '../../../engines/piskvork/piskvork-codec.ts';

type Entry = ManagerMessage & { readonly kind: 'stone' };
/** What a Piskvork manager wants. */
export type ManagerCommand =
  | Exclude<ManagerMessage, Entry>
  /** BOARD with everything up to DONE. */
  | { readonly kind: 'position'; readonly stones: readonly Entry[] }
  /** A stone without BOARD, or a BOARD with something else in it: `text` is that line, or its first word. */
  | { readonly kind: 'misplaced'; readonly text: string }
  | MalformedPiskvorkLine;

/** Of a BOARD, as many as the largest board holds. */
const MOST_STONES = 255 * 255;

/** What a manager says, cut into commands: lines end in CRLF, LF or CR, and empty ones mean nothing. */
export class CommandReader {
  readonly #decoder = new TextDecoder();
  readonly #lines = new LineSplitter();
  /** Since BOARD. */
  #stones: Entry[] | undefined;
  /** What does not belong in that BOARD. */
  #misplaced: string | undefined;

  take(bytes: Uint8Array): ManagerCommand[] {
    return this.#read(this.#lines.take(this.#decoder.decode(bytes, { stream: true })));
  }

  /** No more will come. */
  end(): ManagerCommand[] {
    return this.#read([...this.#lines.take(this.#decoder.decode()), ...this.#lines.end()]);
  }

  #read(lines: readonly string[]): ManagerCommand[] {
    return lines.filter((line) => line.trim() !== '').flatMap((line) => this.#command(line) ?? []);
  }

  #command(line: string): ManagerCommand | undefined {
    const message = parseManagerMessage(line);
    switch (message.kind) {
      case 'board':
        this.#stones = [];
        this.#misplaced = undefined;
        return undefined;
      case 'done':
        return this.#stones === undefined ? message : this.#done(this.#stones);
      // These two mean the same wherever they come.
      case 'info':
      case 'end':
        return message;
      case 'stone':
        if (this.#stones === undefined) return { kind: 'misplaced', text: line };
        if (this.#stones.length < MOST_STONES) this.#stones.push(message);
        else this.#misplaced ??= line;
        return undefined;
      default:
        if (this.#stones === undefined) return message;
        this.#misplaced ??= line;
        return undefined;
    }
  }

  #done(stones: readonly Entry[]): ManagerCommand {
    const text = this.#misplaced;
    this.#stones = undefined;
    return text === undefined ? { kind: 'position', stones } : { kind: 'misplaced', text };
  }
}
