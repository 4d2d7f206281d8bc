import type { Journal } from '../../src/journal/journal.ts';
import { MemoryJournal } from '../../src/journal/memory.ts';
import type { Entry, GameId } from '../../src/lobby/event.ts';
import { type KeptGame, kept } from '../clients/witness.ts';

interface Write {
  readonly entries: readonly Entry[];
  readonly done: () => void;
}

/** A journal that outlives the process that writes to it, and keeps nothing before it is told to. */
export class SlowJournal implements Journal {
  readonly #disk = new MemoryJournal({ keepFinished: Number.POSITIVE_INFINITY });
  readonly #entries = new Map<GameId, Entry[]>();
  #writing: Write[] = [];
  /** The games in which somebody from an address has a seat, the oldest first. */
  readonly #byAddress = new Map<string, GameId[]>();
  readonly #kept = new Map<GameId, KeptGame>();
  /** How many turns it has. */
  turns = 0;
  /** How many games have ended for each reason. */
  readonly ends = new Map<string, number>();

  append(entries: readonly Entry[]): Promise<void> {
    return new Promise((done) => this.#writing.push({ entries, done }));
  }

  get isWriting(): boolean {
    return this.#writing.length > 0;
  }

  /** Ends the first write that is under way. */
  async write(): Promise<void> {
    const write = this.#writing.shift();
    if (write === undefined) return;
    await this.#keep(write);
    write.done();
  }

  /** The process that writes is gone; so many of its writes have come to their end, and nobody hears of it. */
  async die(survivors: number): Promise<void> {
    for (const write of this.#writing.splice(0).slice(0, survivors)) await this.#keep(write);
  }

  /** What may have been told to somebody from an address: the last few games. */
  gamesOf(address: string): KeptGame[] {
    return (this.#byAddress.get(address) ?? []).slice(-6).map((id) => this.keptGame(id));
  }

  keptGame(id: GameId): KeptGame {
    const known = this.#kept.get(id) ?? kept(this.#entries.get(id) ?? []);
    this.#kept.set(id, known);
    return known;
  }

  async #keep({ entries }: Write): Promise<void> {
    await this.#disk.append(entries);
    for (const entry of entries) {
      const game = this.#entries.get(entry.game);
      if (game === undefined) this.#entries.set(entry.game, [entry]);
      else game.push(entry);
      this.#kept.delete(entry.game);
      const { event } = entry;
      if (event.kind === 'played' || event.kind === 'passed') this.turns++;
      if (event.kind === 'ended') this.ends.set(event.reason, (this.ends.get(event.reason) ?? 0) + 1);
      if (event.kind !== 'seated') continue;
      for (const address of new Set([event.black.address, event.white.address])) {
        this.#byAddress.set(address, [...(this.#byAddress.get(address) ?? []), entry.game]);
      }
    }
  }

  /** How many games have begun and not ended. */
  get running(): number {
    const ended = [...this.ends.values()].reduce((sum, count) => sum + count, 0);
    return this.#entries.size - ended;
  }

  watchRoom(listener: (hasRoom: boolean) => void): void {
    listener(true);
  }

  unfinished(): ReturnType<Journal['unfinished']> {
    return this.#disk.unfinished();
  }

  games(after: GameId): ReturnType<Journal['games']> {
    return this.#disk.games(after);
  }

  game(id: GameId): Promise<Entry[]> {
    return this.#disk.game(id);
  }

  lastGame(): Promise<GameId> {
    return this.#disk.lastGame();
  }

  close(): Promise<void> {
    return this.#disk.close();
  }
}
