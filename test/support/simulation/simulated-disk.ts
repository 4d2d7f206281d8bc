import assert from 'node:assert/strict';
import { assertValidEntries, findConflict } from '../../../src/journal/append-check.ts';
import { type GameSummary, type Journal, JournalConflict } from '../../../src/journal/journal.ts';
import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type UnfinishedGame, unfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';
import { startedGame, type JournaledGame, applyEvent } from '../clients/journal-check.ts';

/** The disk has failed. The process that writes to it must end. */
export class DiskFailure extends Error {}

interface Write {
  readonly entries: readonly JournalEntry[];
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

interface Kept {
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
  readonly #games = new Map<GameId, Kept>();
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
  #fails: 'unkept' | 'kept' | undefined;
  /** The number of running games. */
  running = 0;
  /** The numbers of stored events, and of the moves among them. */
  events = 0;
  turns = 0;
  /** How often dead stones were marked or unmarked. */
  marks = 0;
  /** The number of ended games by reason. */
  readonly ends = new Map<string, number>();

  /** `readsSlowly`: reads take time, too. */
  constructor({ readsSlowly = false }: { readonly readsSlowly?: boolean } = {}) {
    this.#readsSlowly = readsSlowly;
  }

  // Requests of the process

  append(entries: readonly JournalEntry[]): Promise<void> {
    this.#expectEndings(entries);
    return new Promise((done, failed) => this.#writes.push({ entries, done, failed }));
  }

  watchDiskSpace(listener: (hasRoom: boolean) => void): void {
    this.#listener = listener;
    this.#notice(this.#reserve === undefined);
  }

  async *unfinished(): AsyncGenerator<UnfinishedGame[], void, undefined> {
    const games = [...this.#games].filter(([, { game }]) => game.ended === undefined);
    for (const [, { entries }] of games.sort(([one], [other]) => one - other)) {
      await this.#read();
      yield [unfinishedGame([...entries])];
    }
  }

  async *games(after: GameId): AsyncGenerator<GameSummary, void, undefined> {
    for (const [game, { entries, game: state }] of this.#games) {
      if (game > after) yield { game, ended: state.ended === undefined ? undefined : entries.at(-1)?.at };
    }
  }

  async game(id: GameId): Promise<JournalEntry[]> {
    return [...(this.#games.get(id)?.entries ?? [])];
  }

  async stored(): Promise<undefined> {
    return assert.fail('nobody archives');
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

  /** Completes the next request: reads a game, or stores at most `most` appends with one commit. */
  turn(most: number): void {
    if (this.#stalled > 0) {
      this.#stalled--;
      return;
    }
    const read = this.#reads.shift();
    if (read !== undefined) read();
    else this.#commit(most);
  }

  /** The disk does nothing for some turns. */
  stall(turns: number): void {
    this.#stalled = turns;
  }

  /** The next commit fails. Its entries are stored with `kept`, and lost with `unkept`. */
  fail(how: 'unkept' | 'kept'): void {
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

  /** The process has died. The given number of its appends are stored, but not confirmed. */
  die(survivors: number): void {
    for (const { entries } of this.#writes.slice(0, survivors)) if (this.#hasRoomFor(entries)) this.#keep(entries);
    this.#writes = [];
    this.#reads = [];
    this.#listener = undefined;
    this.#noticed = undefined;
    this.#stalled = 0;
    this.#fails = undefined;
  }

  #commit(most: number): void {
    const writes = this.#writes.splice(0, most);
    for (const [index, { entries, done, failed }] of writes.entries()) {
      if (!this.#hasRoomFor(entries)) {
        this.#writes.unshift(...writes.slice(index));
        return;
      }
      if (this.#fails !== undefined) {
        if (this.#fails === 'kept') this.#keep(entries);
        this.#fails = undefined;
        failed(new DiskFailure('the disk has failed'));
        continue;
      }
      const conflict = findConflict(entries, (game) => this.#games.get(game)?.entries.length ?? 0);
      if (conflict !== undefined) {
        failed(new JournalConflict(conflict));
        continue;
      }
      this.#keep(entries);
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

  #expectEndings(entries: readonly JournalEntry[]): void {
    if (this.#noticed === undefined || this.#noticed.early-- > 0) return;
    const other = entries.find(({ event }) => !ENDINGS.has(event.kind));
    assert(other === undefined, `${other?.event.kind} in game ${other?.game}, while the disk is full`);
  }

  #keep(entries: readonly JournalEntry[]): void {
    assertValidEntries(entries);
    if (this.#reserve !== undefined) this.#reserve -= entries.length;
    for (const entry of entries) this.#keepEntry(entry);
  }

  #keepEntry(entry: JournalEntry): void {
    this.events++;
    const { event, game: id } = entry;
    const known = this.#games.get(id);
    assert.equal(entry.index, known?.entries.length ?? 0, `game ${id} has a gap, or an event twice`);
    if (known === undefined) this.#begin(entry);
    else {
      assert(known.game.ended === undefined, `${event.kind} after the end of game ${id}`);
      known.entries.push(entry);
      applyEvent(known.game, event);
    }
    if (event.kind === 'played' || event.kind === 'passed') this.turns++;
    if (event.kind === 'marked') this.marks++;
    if (event.kind !== 'ended') return;
    this.running--;
    this.ends.set(event.reason, (this.ends.get(event.reason) ?? 0) + 1);
  }

  #begin(entry: JournalEntry): void {
    const { event, game: id } = entry;
    assert(id > this.#lastGame, `game ${id} begins after game ${this.#lastGame}`);
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

  /** The games of which clients from an address may have been notified: the last few. */
  gamesOf(address: string): JournaledGame[] {
    return (this.#byAddress.get(address) ?? []).slice(-6).map((id) => this.kept(id));
  }

  /** One stored game. The object changes as more events are stored. */
  kept(id: GameId): JournaledGame {
    const known = this.#games.get(id);
    assert(known !== undefined, `the journal does not know of game ${id}`);
    return known.game;
  }

  get gamesBegun(): number {
    return this.#games.size;
  }
}
