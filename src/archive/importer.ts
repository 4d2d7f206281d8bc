import { extname } from 'node:path';
import type { Clock } from '../clock.ts';
import type { GameId } from '../lobby/event.ts';
import type { Imported } from '../protocols/web/resource.ts';
import { ok, problem, type Result } from '../result.ts';
import { WorkerLink } from '../worker-link.ts';
import type { Archive } from './archive.ts';
import type { FinishedGame } from './finished-game.ts';
import type { ReadFile, ReadGame } from './import.ts';

export interface ImporterOptions {
  readonly archive: Pick<Archive, 'addAll'>;
  readonly clock: Clock;
  /** The number of a game that nobody plays here: no other gets it. */
  readonly claimGame: () => GameId;
}

/** Milliseconds that a file may take to be read, and MiB of memory: any good one takes a small part of that. */
const LONGEST_READING = 20_000;
const MOST_MEMORY = 512;

/** So many games are kept at once, so that whoever searches meanwhile does not wait for long. */
const BATCH = 50;

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

  /** Keeps every game of a file that can be kept. The problem: it is no collection of games, or too large a one. */
  async take(text: string): Promise<Result<Imported>> {
    if (this.#busy) throw new Error('a file is being taken in already');
    this.#busy = true;
    try {
      const read = await this.#read(text);
      return read.ok ? ok(await this.#keep(read.value)) : read;
    } finally {
      this.#busy = false;
    }
  }

  async #read(text: string): Promise<Result<ReadFile>> {
    const { clock } = this.#options;
    const worker = new URL(`./import-worker${extname(import.meta.url)}`, import.meta.url);
    const link = new WorkerLink<string, Result<ReadFile>>('the importer', worker, undefined, {
      maxOldGenerationSizeMb: MOST_MEMORY,
    });
    const cancel = clock.at(clock.now() + LONGEST_READING, () => void link.stop());
    try {
      return await link.request(text);
    } catch {
      return problem('the file takes too long, or too much memory, to be read');
    } finally {
      cancel();
      await link.stop();
    }
  }

  async #keep({ games, problems }: ReadFile): Promise<Imported> {
    const { archive, clock, claimGame } = this.#options;
    const numbered = games.map((game) => finishedGame(claimGame(), game, clock.now()));
    for (let start = 0; start < numbered.length; start += BATCH)
      await archive.addAll(numbered.slice(start, start + BATCH));
    return { games: numbered.map(({ game }) => game), problems: [...problems] };
  }
}

const finishedGame = (number: GameId, game: ReadGame, now: number): FinishedGame => ({
  game: number,
  board: game.board,
  black: { name: game.black, protocol: FROM_A_FILE, guest: false },
  white: { name: game.white, protocol: FROM_A_FILE, guest: false },
  end: game.end,
  began: game.played ?? now,
  ended: game.played ?? now,
  imported: true,
  record: game.record,
});
