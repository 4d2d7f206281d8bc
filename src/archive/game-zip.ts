import { Zip, type ZipInputFile } from 'fflate';
import type { GameId } from '../lobby/games/event.ts';
import type { ArchivedGame, Search } from '../protocols/api/resource.ts';
import type { Archive } from './archive.ts';

/** So many games are in one file; the next ones are in the next. */
const MOST_GAMES = 10_000;
/** Games that one search lists. */
const PAGE = 100;
/** Turns of the games that are read and packed at once, unless one game has more. */
const TURNS_TOGETHER = 5_000;

/** A file as it stands in a zip, compressed by `deflate`. */
export interface CompressedFile {
  readonly crc: number;
  /** Bytes before they were compressed. */
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ZipSource {
  readonly archive: Pick<Archive, 'search' | 'files'>;
  /** Compresses texts elsewhere: it takes longer than the server's thread has. */
  readonly compress: (texts: readonly string[]) => Promise<readonly CompressedFile[]>;
}

/**
 * The games of a search as a zip, a file each: SGF, or JSON for boards that are too large for it. They are read and
 * packed as fast as the zip is taken, a few at a time. What is in it, and where it goes on, stands in its README.txt.
 */
export async function* zipOf(
  { archive, compress }: ZipSource,
  search: Search,
  most: number = MOST_GAMES,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const packer = new Packer();
  let { before } = search;
  let [games, isAll] = [0, false];
  while (games < most && !isAll) {
    const from = before === undefined ? {} : { before };
    const page = await archive.search({ ...search, ...from, limit: Math.min(PAGE, most - games) });
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

/** The numbers of some games in parts that are not too long. */
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
    ? `${games} games: everything that was found.\n`
    : `${games} games, as many as one zip has. Ask with before=${next} for those with lower numbers.\n`;

/** What APPNOTE.TXT of PKWARE, 4.4.5, calls deflated. */
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

  /** What has been packed since it was asked before. */
  packed(): Uint8Array<ArrayBuffer>[] {
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }
}
