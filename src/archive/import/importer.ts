import { extname } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { GameId } from '../../lobby/games/event.ts';
import type { Imported } from '../../protocols/api/resource.ts';
import { ok, problem, type Result } from '../../result.ts';
import { WorkerLink } from '../../worker-link.ts';
import type { Archive } from '../archive.ts';
import type { FinishedGame } from '../finished-game.ts';
import type { ImportReply, ImportRequest, SgfFile, StoredGame } from './import-message.ts';

export interface ImporterOptions {
  readonly archive: Pick<Archive, 'addAll'>;
  readonly clock: Clock;
  /** The number of a game that nobody plays here: no other gets it. */
  readonly claimGame: () => GameId;
}

/** Milliseconds that a file may take to be read, and MiB of memory: any good one takes a small part of that. */
const LONGEST_READING = 20_000;
const MOST_MEMORY = 512;

/** What stands for the protocol of whoever plays in a file. */
const FROM_A_FILE = 'sgf';

/** Takes SGF files into the archive, one at a time; they are read in a thread of their own, whatever is in them. */
export class Importer {
  readonly #options: ImporterOptions;
  #busy = false;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  /** Whether a file is being taken in: the next one has to wait. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /**
   * Keeps every game of a file that can be kept; its bytes are the thread's from then on. The problem: it is no collection of
   * games, or too large a one.
   */
  async take(file: SgfFile): Promise<Result<Imported>> {
    if (this.#busy) throw new Error('a file is being taken in already');
    this.#busy = true;
    const worker = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
    const link: Link = new WorkerLink('the importer', worker, undefined, { maxOldGenerationSizeMb: MOST_MEMORY });
    try {
      return await this.#takeBy(link, file);
    } finally {
      this.#busy = false;
      await link.stop();
    }
  }

  async #takeBy(link: Link, file: SgfFile): Promise<Result<Imported>> {
    let page = await this.#read(link, file);
    const games: GameId[] = [];
    const notes: Imported['notes'] = [];
    const problems = page.ok ? [...page.value.problems] : [];
    while (page.ok) {
      const { clock, claimGame, archive } = this.#options;
      const numbered = page.value.games.map((game) => finishedGame(claimGame(), game, clock.now()));
      if (numbered.length > 0) await archive.addAll(numbered);
      for (const { game, original } of numbered) {
        games.push(game);
        if (original !== undefined && original.notes.length > 0) notes.push({ game, notes: [...original.notes] });
      }
      if (page.value.isLast) return ok({ games, notes, problems });
      page = await link.request('more');
    }
    return page;
  }

  /** The first page, as soon as the whole file has been read. */
  async #read(link: Link, file: SgfFile): Promise<ImportReply> {
    const { clock } = this.#options;
    const cancel = clock.at(clock.now() + LONGEST_READING, () => void link.stop());
    try {
      return await link.request(file, [file.bytes.buffer]);
    } catch {
      return problem('the file takes too long, or too much memory, to be read');
    } finally {
      cancel();
    }
  }
}

type Link = WorkerLink<ImportRequest, ImportReply>;

const finishedGame = (number: GameId, game: StoredGame, now: number): FinishedGame => ({
  game: number,
  board: game.board,
  black: { name: game.black, protocol: FROM_A_FILE, guest: false },
  white: { name: game.white, protocol: FROM_A_FILE, guest: false },
  end: game.end,
  began: game.played ?? now,
  ended: game.played ?? now,
  imported: true,
  record: game.stored,
  turns: game.turns,
  bothPlayed: false,
  original: game.original,
});
