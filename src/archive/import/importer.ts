import { extname } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { ImportResult } from '../../protocols/api/resource-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';
import { WorkerLink } from '../../worker-link.ts';
import type { Archive } from '../archive.ts';
import type { GameToArchive } from '../game-to-archive.ts';
import type { ImportedGame, ImportReply, ImportRequest, SgfFile } from './import-message.ts';

export interface ImporterOptions {
  readonly archive: Pick<Archive, 'addAll'>;
  readonly clock: Clock;
  /** Returns a new number for a game that was not played on this server. */
  readonly claimGame: () => Promise<GameId>;
}

/** Milliseconds in which a file must be read. A valid file needs a small part of them. */
const MAX_READING_TIME = 20_000;
/** MiB of memory for reading a file. A valid file needs a small part of them. */
const MAX_MEMORY = 512;

/** The protocol that is stored for the players of an imported game. */
const FROM_A_FILE = 'sgf';

/** Imports SGF files into the archive, one at a time. A separate thread reads each file. */
export class Importer {
  readonly #options: ImporterOptions;
  #busy = false;

  constructor(options: ImporterOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  /**
   * Stores all valid games of a file. The bytes are transferred to the thread. Fails if the file is no collection of games, or has too many
   * games.
   */
  async importFile(file: SgfFile): Promise<Result<ImportResult>> {
    if (this.#busy) throw new Error('another import is running');
    this.#busy = true;
    const worker = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
    const link: Link = new WorkerLink('the importer', worker, undefined, { maxOldGenerationSizeMb: MAX_MEMORY });
    try {
      return await this.#importWith(link, file);
    } finally {
      this.#busy = false;
      await link.stop();
    }
  }

  async #importWith(link: Link, file: SgfFile): Promise<Result<ImportResult>> {
    let page = await this.#read(link, file);
    const games: GameId[] = [];
    const notes: ImportResult['notes'] = [];
    const problems = page.ok ? [...page.value.problems] : [];
    while (page.ok) {
      const { clock, claimGame, archive } = this.#options;
      const numbered: GameToArchive[] = [];
      for (const game of page.value.games) numbered.push(gameToArchive(await claimGame(), game, clock.now()));
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

  /** Returns the first page when the whole file has been read. */
  async #read(link: Link, file: SgfFile): Promise<ImportReply> {
    const { clock } = this.#options;
    const cancel = clock.at(clock.now() + MAX_READING_TIME, () => void link.stop());
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

const gameToArchive = (number: GameId, game: ImportedGame, now: number): GameToArchive => ({
  game: number,
  board: game.board,
  options: undefined,
  black: { name: game.black, protocol: FROM_A_FILE, guest: false },
  white: { name: game.white, protocol: FROM_A_FILE, guest: false },
  end: game.end,
  began: game.played ?? now,
  ended: game.played ?? now,
  imported: true,
  record: game.stored,
  turns: game.turns,
  movesOf: { black: 0, white: 0 },
  original: game.original,
});
