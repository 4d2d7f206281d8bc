import { LineSplitter } from '../../../engines/line-splitter.ts';
import {
  type MalformedPiskvorkLine,
  type PiskvorkManagerMessage,
  parseManagerMessage,
} from '../../../engines/piskvork/piskvork-codec.ts';

type Entry = PiskvorkManagerMessage & { readonly kind: 'stone' };
export type ManagerCommand =
  | Exclude<PiskvorkManagerMessage, Entry>
  /** BOARD with all its stones, up to DONE. */
  | { readonly kind: 'position'; readonly stones: readonly Entry[] }
  /** A stone without BOARD, or a BOARD with another line in it. `text` is this line, or its first word. */
  | { readonly kind: 'misplaced'; readonly text: string }
  | MalformedPiskvorkLine;

/** The maximum number of stones in a BOARD: all points of the largest board. */
const MAX_STONES = 255 * 255;

/** Splits the bytes of a manager into commands. Lines end in CRLF, LF or CR. Empty lines are ignored. */
export class CommandReader {
  readonly #decoder = new TextDecoder();
  readonly #lines = new LineSplitter();
  /** The stones since BOARD. Undefined outside a BOARD. */
  #stones: Entry[] | undefined;
  /** The first wrong line in the BOARD. */
  #misplaced: string | undefined;

  take(bytes: Uint8Array): ManagerCommand[] {
    return this.#read(this.#lines.take(this.#decoder.decode(bytes, { stream: true })));
  }

  /** Returns the last commands, after the end of the input. */
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
      // INFO and END have the same meaning inside a BOARD.
      case 'info':
      case 'end':
        return message;
      case 'stone':
        if (this.#stones === undefined) return { kind: 'misplaced', text: line };
        if (this.#stones.length < MAX_STONES) this.#stones.push(message);
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
