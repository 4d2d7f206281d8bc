import type { Command } from '../../lobby/command.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { Point } from '../../rules/point.ts';

/**
 * The marking of dead stones at the end of an engine's game: which stones are marked, and which stones the engine considers dead.
 * Makes the commands that mark them.
 */
export class EngineDeadStoneMarking {
  readonly #game: GameId;
  readonly #marked: Set<Point>;
  #dead: ReadonlySet<Point> | undefined;

  constructor(game: GameId, marked: readonly Point[]) {
    this.#game = game;
    this.#marked = new Set(marked);
  }

  /** Stores the engine's dead stones. Returns the commands that mark them. The opponent's marks remain. */
  decide(dead: readonly Point[]): Extract<Command, { kind: 'mark' }>[] {
    this.#dead = new Set(dead);
    const missing = dead.filter((point) => !this.#marked.has(point));
    return missing.map((point) => ({ kind: 'mark', point, dead: true, game: this.#game }));
  }

  marked(stones: readonly Point[], dead: boolean): void {
    for (const point of stones) {
      if (dead) this.#marked.add(point);
      else this.#marked.delete(point);
    }
  }

  /** Whether exactly the engine's dead stones are marked. */
  get agrees(): boolean {
    const dead = this.#dead;
    return dead?.size === this.#marked.size && [...dead].every((point) => this.#marked.has(point));
  }
}
