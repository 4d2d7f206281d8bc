import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Search } from '../protocols/web/resource.ts';
import type { Archive } from './archive.ts';

/** So many games are in one file; the next ones are in the next. */
const MOST_GAMES = 10_000;
/** Packed without a break: about ten milliseconds for which nothing else is done. */
const PAGE = 25;
/** Games are short: a small table of what came before is as good and filled sooner. */
const DEFLATE = { level: 6, mem: 4 } as const;

/**
 * The games of a search as a zip, a file each: SGF, or JSON for boards that are too large for it. They are read and
 * packed as fast as the zip is taken, a page at a time. What is in it, and where it goes on, stands in its README.txt.
 */
export async function* zipOf(
  archive: Pick<Archive, 'files'>,
  search: Search,
  most: number = MOST_GAMES,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const packer = new Packer();
  let games = 0;
  let { before } = search;
  for (;;) {
    const limit = Math.min(PAGE, most - games);
    const page =
      limit === 0 ? [] : await archive.files({ ...search, ...(before === undefined ? {} : { before }), limit });
    for (const { game, format, text } of page) packer.add(`tengen-${game}.${format}`, text);
    games += page.length;
    before = page.at(-1)?.game ?? before;
    if (page.length < limit || limit === 0) break;
    yield* packer.packed();
  }
  packer.add('README.txt', readme(games, games === most ? before : undefined));
  packer.end();
  yield* packer.packed();
}

const readme = (games: number, next: number | undefined): string =>
  next === undefined
    ? `${games} games: everything that was found.\n`
    : `${games} games, as many as one zip has. Ask with before=${next} for those with lower numbers.\n`;

class Packer {
  readonly #zip: Zip;
  #packed: Uint8Array<ArrayBuffer>[] = [];

  constructor() {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      this.#packed.push(bytes);
    });
  }

  add(name: string, text: string): void {
    const file = new ZipDeflate(name, DEFLATE);
    this.#zip.add(file);
    file.push(strToU8(text), true);
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
