import assert from 'node:assert/strict';
import { assertValidEntries, findConflict } from '../../../src/journal/append-check.ts';
import { type Journal, JournalConflict, type ListedJournalGame } from '../../../src/journal/journal.ts';
import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type LazyJournalEntries, lazyJournalEntries } from '../../../src/lobby/games/lazy-journal-entries.ts';
import { applyEvent, type JournaledGame, startedGame } from '../clients/journal-check.ts';

/** The disk has failed. The process that writes to it must end. */
export class DiskFailure extends Error {}

interface Write {
  readonly entries: readonly JournalEntry[];
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

interface StoredGame {
  readonly entries: JournalEntry[];
  readonly game: JournaledGame;
}

/** The events that are still accepted while the disk is full. */
const ENDINGS: ReadonlySet<GameEvent['kind']> = new Set(['resigned', 'timed-out', 'fouled', 'left', 'ended']);

/**
 * A journal on a disk that is slow, fails and becomes full. It survives the process that writes to it. Of the appends in
 * progress, the first ones are stored, each completely or not at all.
 */
export class SimulatedDisk implements Journal {
  readonly #readsSlowly: boolean;
  readonly #games = new Map<GameId, StoredGame>();
  /** For each address, the games with a player from it, the oldest first. */
  readonly #byAddress = new Map<string, GameId[]>();
  #lastGame: GameId = 0;
  #writes: Write[] = [];
  #reads: (() => void)[] = [];
  #listener: ((hasRoom: boolean) => void) | undefined;
  /** The number of entries, only of ends of games, that can still be stored. Undefined while the disk has space. */
  #reserve: number | undefined;
  /** Set when the process knows that the disk is full. `early`: appends that it may have decided before. */
  #noticed: { early: number } | undefined;
  #stalled = 0;
  #fails: 'lost' | 'stored' | undefined;
  /** The number of running games. */
  running = 0;
  /** The numbers of stored events, and of the moves among them. */
  events = 0;
  moves = 0;
  /** How often dead stones were marked or unmarked. */
  marks = 0;
  /** The number of ended games by reason. */
  readonly ends = new Map<string, number>();

  /** With `readsSlowly`, reads take time like writes. */
  constructor({ readsSlowly = false }: { readonly readsSlowly?: boolean } = {}) {
    this.#readsSlowly = readsSlowly;
  }

  // Requests of the process

  append(entries: readonly JournalEntry[]): Promise<void> {
    this.#assertEndings(entries);
    return new Promise((done, failed) => this.#writes.push({ entries, done, failed }));
  }

  watchDiskSpace(listener: (hasRoom: boolean) => void): void {
    this.#listener = listener;
    this.#notice(this.#reserve === undefined);
  }

  async *unfinished(): AsyncGenerator<LazyJournalEntries[], void, undefined> {
    const games = [...this.#games].filter(([, { game }]) => game.ended === undefined);
    for (const [, { entries }] of games.sort(([one], [other]) => one - other)) {
      await this.#read();
      yield [lazyJournalEntries([...entries])];
    }
  }

  async *games(after: GameId): AsyncGenerator<ListedJournalGame, void, undefined> {
    for (const [game, { entries, game: state }] of this.#games) {
      if (game > after) yield { game, ended: state.ended === undefined ? undefined : entries.at(-1)?.at };
    }
  }

  async game(id: GameId): Promise<JournalEntry[]> {
    return [...(this.#games.get(id)?.entries ?? [])];
  }

  async stored(): Promise<undefined> {
    return assert.fail('the simulated disk has no archive');
  }

  async lastGame(): Promise<GameId> {
    await this.#read();
    return this.#lastGame;
  }

  async close(): Promise<void> {}

  async #read(): Promise<void> {
    if (this.#readsSlowly) await new Promise<void>((done) => this.#reads.push(done));
  }

  // Events of the disk

  get isBusy(): boolean {
    return this.#writes.length + this.#reads.length > 0;
  }

  /** Completes the next request: reads a game, or stores at most `maximum` appends with one commit. */
  completeNext(maximum: number): void {
    if (this.#stalled > 0) {
      this.#stalled--;
      return;
    }
    const read = this.#reads.shift();
    if (read !== undefined) read();
    else this.#commit(maximum);
  }

  /** The next calls of `completeNext` do nothing. */
  stall(calls: number): void {
    this.#stalled = calls;
  }

  /** The next commit fails. Its entries are then `lost` or `stored`. */
  fail(how: 'lost' | 'stored'): void {
    this.#fails = how;
  }

  /** The disk becomes full at the next commit. It still stores `reserve` entries of ends of games. */
  fill(reserve: number): void {
    this.#reserve ??= reserve;
  }

  /** The disk has space again. */
  clear(): void {
    this.#reserve = undefined;
    if (this.#noticed !== undefined) this.#notice(true);
  }

  /** Ends all faults. */
  recover(): void {
    this.clear();
    this.#stalled = 0;
    this.#fails = undefined;
  }

  get isFull(): boolean {
    return this.#reserve !== undefined;
  }

  /** The process dies. The first `storedAppends` of its appends are stored, but not confirmed. */
  killProcess(storedAppends: number): void {
    for (const { entries } of this.#writes.slice(0, storedAppends)) if (this.#hasRoomFor(entries)) this.#store(entries);
    this.#writes = [];
    this.#reads = [];
    this.#listener = undefined;
    this.#noticed = undefined;
    this.#stalled = 0;
    this.#fails = undefined;
  }

  #commit(maximum: number): void {
    const writes = this.#writes.splice(0, maximum);
    for (const [index, { entries, done, failed }] of writes.entries()) {
      if (!this.#hasRoomFor(entries)) {
        this.#writes.unshift(...writes.slice(index));
        return;
      }
      if (this.#fails !== undefined) {
        if (this.#fails === 'stored') this.#store(entries);
        this.#fails = undefined;
        failed(new DiskFailure('the disk has failed'));
        continue;
      }
      const conflict = findConflict(entries, (game) => this.#games.get(game)?.entries.length ?? 0);
      if (conflict !== undefined) {
        failed(new JournalConflict(conflict));
        continue;
      }
      this.#store(entries);
      if (this.#reserve !== undefined && this.#noticed === undefined) this.#notice(false);
      done();
    }
  }

  #hasRoomFor(entries: readonly JournalEntry[]): boolean {
    return this.#reserve === undefined || entries.length <= this.#reserve;
  }

  #notice(hasRoom: boolean): void {
    this.#noticed = hasRoom ? undefined : { early: 1 };
    this.#listener?.(hasRoom);
  }

  #assertEndings(entries: readonly JournalEntry[]): void {
    if (this.#noticed === undefined || this.#noticed.early-- > 0) return;
    const other = entries.find(({ event }) => !ENDINGS.has(event.kind));
    assert(other === undefined, `${other?.event.kind} in game ${other?.game} is appended while the disk is full`);
  }

  #store(entries: readonly JournalEntry[]): void {
    assertValidEntries(entries);
    if (this.#reserve !== undefined) this.#reserve -= entries.length;
    for (const entry of entries) this.#storeEntry(entry);
  }

  #storeEntry(entry: JournalEntry): void {
    this.events++;
    const { event, game: id } = entry;
    const known = this.#games.get(id);
    assert.equal(entry.index, known?.entries.length ?? 0, `game ${id} has a gap or the same event twice`);
    if (known === undefined) this.#startGame(entry);
    else {
      assert(known.game.ended === undefined, `${event.kind} after the end of game ${id}`);
      known.entries.push(entry);
      applyEvent(known.game, event);
    }
    if (event.kind === 'played' || event.kind === 'passed') this.moves++;
    if (event.kind === 'marked') this.marks++;
    if (event.kind !== 'ended') return;
    this.running--;
    this.ends.set(event.reason, (this.ends.get(event.reason) ?? 0) + 1);
  }

  #startGame(entry: JournalEntry): void {
    const { event, game: id } = entry;
    assert(id > this.#lastGame, `game ${id} starts after game ${this.#lastGame}`);
    assert(event.kind === 'seated');
    this.#lastGame = id;
    this.running++;
    const game = startedGame(event);
    this.#games.set(id, { entries: [entry], game });
    for (const address of new Set([event.black.address, event.white.address])) {
      const others = this.#byAddress.get(address);
      if (others === undefined) this.#byAddress.set(address, [id]);
      else others.push(id);
    }
  }

  // Contents

  /** The last six games with a player from this address. */
  gamesOf(address: string): JournaledGame[] {
    return (this.#byAddress.get(address) ?? []).slice(-6).map((id) => this.storedGame(id));
  }

  /** One stored game. The object changes as more events are stored. */
  storedGame(id: GameId): JournaledGame {
    const known = this.#games.get(id);
    assert(known !== undefined, `the journal has no game ${id}`);
    return known.game;
  }

  get gameCount(): number {
    return this.#games.size;
  }
}
