import assert from 'node:assert/strict';
import type { GameId, JournalEntry } from '../../../../src/lobby/games/game-event.ts';

/** Checks the events of all games: without gaps, and none after the end. */
export class GameEventCheck {
  /** The number of events of each running game. */
  readonly #running = new Map<GameId, number>();
  readonly #finished = new Set<GameId>();
  last: GameId = 0;
  started = 0;
  events = 0;
  /** The number of ended games by reason. */
  readonly ends = new Map<string, number>();

  /** An independent copy. */
  copy(): GameEventCheck {
    const copy = new GameEventCheck();
    for (const [game, length] of this.#running) copy.#running.set(game, length);
    for (const game of this.#finished) copy.#finished.add(game);
    for (const [reason, count] of this.ends) copy.ends.set(reason, count);
    [copy.last, copy.started, copy.events] = [this.last, this.started, this.events];
    return copy;
  }

  onEntry({ game, index, event }: JournalEntry): void {
    this.events++;
    if (event.kind === 'seated') {
      assert(game > this.last, `game ${game} starts after game ${this.last}`);
      this.last = game;
      this.started++;
    }
    assert.equal(
      index,
      event.kind === 'seated' ? 0 : this.#running.get(game),
      `game ${game} has a gap, or an event after its end`,
    );
    this.#running.set(game, index + 1);
    if (event.kind !== 'ended') return;
    this.#running.delete(game);
    this.#finished.add(game);
    this.ends.set(event.reason, (this.ends.get(event.reason) ?? 0) + 1);
  }

  /** The archive has stored the game, and the nodes have removed it. */
  archived(game: GameId): void {
    assert(this.#finished.delete(game), `game ${game} is archived twice, or before its end`);
  }
}
