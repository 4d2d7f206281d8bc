import { Zip, type ZipInputFile } from 'fflate';
import type { GameId } from '../lobby/games/game-event.ts';
import type { ArchivedGame, ArchiveSearch } from '../protocols/api/resource-schemas.ts';
import type { Archive } from './archive.ts';

/** The maximum number of games in one zip. More games need another zip. */
const MAX_GAMES = 10_000;
/** The number of games of one search. */
const PAGE = 100;
/** The maximum number of moves of the games that are read and compressed together. A single game may have more. */
const TURNS_TOGETHER = 5_000;

/** A file of the zip, compressed by `deflate`. */
export interface CompressedFile {
  readonly crc: number;
  /** Bytes before compression. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ZipMakerOptions {
  readonly archive: Pick<Archive, 'search' | 'files'>;
  /** Compresses texts in another thread. */
  readonly compress: (texts: readonly string[]) => Promise<readonly CompressedFile[]>;
}

/**
 * Makes a zip of the games of a search. Each game is an SGF file, or a JSON file if the board is too large for SGF. Games are read and
 * compressed as fast as the consumer reads the zip. README.txt in the zip says what it contains and how to get further games.
 */
export async function* zipOf(
  { archive, compress }: ZipMakerOptions,
  search: ArchiveSearch,
  maximum: number = MAX_GAMES,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const packer = new Packer();
  let { before } = search;
  let [games, isAll] = [0, false];
  while (games < maximum && !isAll) {
    const from = before === undefined ? {} : { before };
    const page = await archive.search({ ...search, ...from, limit: Math.min(PAGE, maximum - games) });
    for (const some of parts(page.games)) {
      const files = await archive.files(some);
      const compressed = await compress(files.map(({ text }) => text));
      for (const [place, { game, format }] of files.entries())
        packer.add(`tengen-${game}.${format}`, compressed[place]!);
      yield* packer.packed();
    }
    games += page.games.length;
    before = page.next;
    isAll = before === undefined;
  }
  const [readMe] = await compress([readMeText(games, before)]);
  packer.add('README.txt', readMe!);
  packer.end();
  yield* packer.packed();
}

/** Divides games into parts of at most `TURNS_TOGETHER` moves. */
function* parts(games: readonly ArchivedGame[]): Generator<GameId[]> {
  let part: GameId[] = [];
  let turns = 0;
  for (const game of games) {
    if (part.length > 0 && turns + game.turns > TURNS_TOGETHER) {
      yield part;
      [part, turns] = [[], 0];
    }
    part.push(game.game);
    turns += game.turns;
  }
  if (part.length > 0) yield part;
}

const readMeText = (games: number, next: number | undefined): string =>
  next === undefined
    ? `${games} games: all that were found.\n`
    : `${games} games, the maximum of one zip file. Search with before=${next} for games with lower numbers.\n`;

/** The compression method `deflated`: APPNOTE.TXT of PKWARE, 4.4.5. */
const DEFLATED = 8;

class Packer {
  readonly #zip: Zip;
  #packed: Uint8Array<ArrayBuffer>[] = [];

  constructor() {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      this.#packed.push(bytes);
    });
  }

  add(filename: string, { crc, size, bytes }: CompressedFile): void {
    const file: ZipInputFile = { filename, crc, size, compression: DEFLATED };
    this.#zip.add(file);
    file.ondata?.(null, bytes, true);
  }

  end(): void {
    this.#zip.end();
  }

  /** Returns the bytes since the last call. */
  packed(): Uint8Array<ArrayBuffer>[] {
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }
}
