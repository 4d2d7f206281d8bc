import type { Command } from '../../lobby/command.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { Point } from '../../rules/point.ts';

/** After two passes: the stones that are marked as dead, and those that an engine takes for dead. */
export class DeadStoneOpinion {
  readonly #game: GameId;
  readonly #marked: Set<Point>;
  #own: ReadonlySet<Point> | undefined;

  constructor(game: GameId, marked: readonly Point[]) {
    this.#game = game;
    this.#marked = new Set(marked);
  }

  /** The engine has answered. Returns the commands that mark its dead stones; the opponent's marks stay. */
  decide(own: readonly Point[]): Extract<Command, { kind: 'mark' }>[] {
    this.#own = new Set(own);
    const missing = own.filter((point) => !this.#marked.has(point));
    return missing.map((point) => ({ kind: 'mark', point, dead: true, game: this.#game }));
  }

  marked(stones: readonly Point[], dead: boolean): void {
    for (const point of stones) {
      if (dead) this.#marked.add(point);
      else this.#marked.delete(point);
    }
  }

  /** Exactly those stones are marked that the engine takes for dead. */
  get agrees(): boolean {
    const own = this.#own;
    return own?.size === this.#marked.size && [...own].every((point) => this.#marked.has(point));
  }
}
