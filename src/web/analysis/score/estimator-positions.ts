import type { PositionToEstimate } from '../../../engines/go/estimate-score.ts';
import type { GameParametersJson, Turn } from '../../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../../rules/color.ts';
import { coordinates, type Point } from '../../../rules/point.ts';
import { GameReplay, type SetupStones, type TryRefusal } from '../../game/game-replay.ts';
import { colorToMove } from '../color-to-move.ts';

/** The moves of a game of Go and its beginning. */
export interface EstimatorGame {
  readonly board: GameParametersJson & { readonly game: 'go' };
  readonly setup: SetupStones;
  readonly turns: readonly Turn[];
  /** The colour of the first move. */
  readonly first: Color;
}

/** The positions of a game as the score estimate needs them. */
export class EstimatorPositions {
  readonly #game: EstimatorGame;
  readonly #replay: GameReplay;

  constructor(game: EstimatorGame) {
    this.#game = game;
    this.#replay = new GameReplay(game.board, game.setup);
  }

  #toMove(count: number): Color {
    return colorToMove(this.#game.turns[count - 1], this.#game.first);
  }

  /** The position after the first `count` moves. */
  after(count: number): PositionToEstimate {
    const { size, stones } = this.#replay.after(this.#game.turns, count);
    const all: { point: Point; color: Color }[] = [];
    for (let index = 0; index < size.width * size.height; index++) {
      const color = stones.at(index as Point);
      if (color !== undefined) all.push({ point: index as Point, color });
    }
    return { size, toMove: this.#toMove(count), stones: () => all };
  }

  /** The position after the first `count` moves and another move, or the reason why the other move is illegal. */
  afterAlternative(count: number, point: Point | undefined): PositionToEstimate | TryRefusal {
    const color = this.#toMove(count);
    if (point === undefined) return { ...this.after(count), toMove: opposite(color) };
    const { size } = this.#replay.after(this.#game.turns, count);
    const why = this.#replay.judge(color, point);
    if (why !== undefined) return why;
    const played = { kind: 'play' as const, color, point: coordinates(size, point) };
    const turns = [...this.#game.turns.slice(0, count), played];
    return new EstimatorPositions({ ...this.#game, turns }).after(turns.length);
  }
}
