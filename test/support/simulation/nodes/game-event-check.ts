import assert from 'node:assert/strict';
import type { GameId, JournalEntry } from '../../../../src/lobby/games/game-event.ts';

/** Checks the events of all games: without gaps, and none after the end. */
export class GameEventCheck {
  /** The number of events of each running game. */
  readonly #running = new Map<GameId, number>();
  readonly #finished = new Set<GameId>();
  last: GameId = 0;
  begun = 0;
  events = 0;
  /** The number of ended games by reason. */
  readonly ends = new Map<string, number>();

  /** An independent copy. */
  copy(): GameEventCheck {
    const copy = new GameEventCheck();
    for (const [game, length] of this.#running) copy.#running.set(game, length);
    for (const game of this.#finished) copy.#finished.add(game);
    for (const [reason, count] of this.ends) copy.ends.set(reason, count);
    [copy.last, copy.begun, copy.events] = [this.last, this.begun, this.events];
    return copy;
  }

  take({ game, index, event }: JournalEntry): void {
    this.events++;
    if (event.kind === 'seated') {
      assert(game > this.last, `game ${game} begins after game ${this.last}`);
      this.last = game;
      this.begun++;
    }
    assert.equal(
      index,
      event.kind === 'seated' ? 0 : this.#running.get(game),
      `game ${game} has a gap, or goes on after its end`,
    );
    this.#running.set(game, index + 1);
    if (event.kind !== 'ended') return;
    this.#running.delete(game);
    this.#finished.add(game);
    this.ends.set(event.reason, (this.ends.get(event.reason) ?? 0) + 1);
  }

  /** The archive has stored the game, and the nodes remove it. */
  archived(game: GameId): void {
    assert(this.#finished.delete(game), `game ${game} is archived twice, or before its end`);
  }
}
