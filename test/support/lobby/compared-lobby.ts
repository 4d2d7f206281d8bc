import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { LazyJournalEntries } from '../../../src/lobby/games/lazy-journal-entries.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { FoldLookAlikes } from '../../../src/lobby/players/look-alikes.ts';

/** The number of inputs between two reads of the second lobby, and between two restorations from its snapshot. */
const READ_EVERY = 41;
const RESTORE_EVERY = 251;

/**
 * A lobby with a second one that has the same inputs. The second one is sometimes read, or replaced by a new lobby that reads its
 * snapshot. The decisions and snapshots of both must stay equal.
 */
export class ComparedLobby extends Lobby {
  readonly #options: LobbyOptions;
  #second: Lobby;
  #skeleton: FoldLookAlikes | undefined;
  #steps = 0;

  constructor(options: LobbyOptions) {
    super(options);
    this.#options = options;
    this.#second = new Lobby(options);
  }

  override setSkeleton(skeleton: FoldLookAlikes): void {
    this.#skeleton = skeleton;
    super.setSkeleton(skeleton);
    this.#second.setSkeleton(skeleton);
  }

  override resume(unfinished: LazyJournalEntries): void {
    super.resume(unfinished);
    this.#second.resume(unfinished);
  }

  override step(input: Input, now: number): Decision {
    this.#steps++;
    if (this.#steps % READ_EVERY === 0) this.readSecond();
    if (this.#steps % RESTORE_EVERY === 0) this.restoreSecond();
    const decision = super.step(input, now);
    // The second lobby gets the input from JSON, like from a log of inputs.
    const second = this.#second.step(JSON.parse(JSON.stringify(input)), now);
    assert.deepEqual(second, decision, 'equal inputs must give equal decisions');
    assert.equal(JSON.stringify(second), JSON.stringify(decision), 'equal inputs must give equal decisions');
    return decision;
  }

  readSecond(): void {
    readAll(this.#second);
  }

  /** Replaces the second lobby by a new one that is restored from its snapshot. */
  restoreSecond(): void {
    this.compare();
    const text = JSON.stringify(this.#second.snapshot());
    this.#second = new Lobby(this.#options);
    if (this.#skeleton !== undefined) this.#second.setSkeleton(this.#skeleton);
    this.#second.restore(JSON.parse(text));
    this.compare();
  }

  /** Checks that both lobbies have the same snapshot. */
  compare(): void {
    const [actual, expected] = [this.#second.snapshot(), this.snapshot()].map((each) => JSON.stringify(each));
    // The comparison of the data shows the difference.
    if (actual !== expected) assert.deepEqual(JSON.parse(actual ?? ''), JSON.parse(expected ?? ''));
    assert.equal(actual, expected, 'equal inputs must give equal snapshots');
  }
}

/** Calls every method that reads the lobby. */
export function readAll(lobby: Lobby): void {
  const { directory } = lobby.publicDirectory();
  for (const { name } of directory.players) {
    lobby.listedPlayer(name);
    lobby.addressOf(name);
    lobby.isReserved(name);
  }
  for (const { game } of directory.games) {
    lobby.listedGame(game, {});
    lobby.viewGame(game, {});
  }
  lobby.snapshot();
  assert(lobby.addresses.size >= 0 && lobby.statistics.games >= 0 && (lobby.deadline ?? 0) >= 0);
}
