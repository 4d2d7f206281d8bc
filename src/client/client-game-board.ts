import type { Stone } from '../lobby/games/game-event.ts';
import type { GameStartedEvent } from '../protocols/client-session-types.ts';
import type { Color } from '../rules/color.ts';
import { GoPosition } from '../rules/go/go-position.ts';
import type { GoRefusal, GoRuleset, Score } from '../rules/go/ruleset.ts';
import { GomokuPosition } from '../rules/gomoku/gomoku-position.ts';
import type { GomokuRefusal, GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import { type Point, square } from '../rules/point.ts';

export type IllegalMoveReason = GoRefusal | GomokuRefusal;

/** The board of a game in which the server decides which moves are legal. `play` accepts any stone on an empty point. */
export interface ClientGameBoard {
  readonly captures: Readonly<Record<Color, number>>;
  /** The winning row of Gomoku. */
  readonly winningRow: readonly Point[];
  /** The area with all stones alive; white's includes `komi`. `undefined` in Gomoku. */
  area(komi: number): Score | undefined;
  /** Whether the game is over by the rules. */
  readonly isDecided: boolean;
  at(point: Point): Color | undefined;
  stones(): readonly Stone[];
  judge(color: Color, point: Point): IllegalMoveReason | undefined;
  play(color: Color, point: Point): void;
  pass(color: Color): void;
  /** The stones of the chain at a point; none in Gomoku. */
  chainAt(point: Point): readonly Point[];
}

/** The board at the beginning of a game, with its set-up stones. */
export function boardOf(game: GameStartedEvent): ClientGameBoard {
  const board = game.game === 'go' ? new LocalGoBoard(game.size, game.ruleset) : new GomokuBoard(game.size, game.rule);
  // The order does not matter: a chain that has a liberty at the end has had this liberty all the time, so nothing is captured.
  for (const { color, point } of game.setup) if (board.at(point) === undefined) board.play(color, point);
  return board;
}

class LocalGoBoard implements ClientGameBoard {
  readonly captures = { black: 0, white: 0 };
  readonly winningRow: readonly Point[] = [];
  /** The server counts passes. */
  readonly isDecided = false;
  readonly #position: GoPosition;
  readonly #ruleset: GoRuleset;

  constructor(size: number, ruleset: GoRuleset) {
    this.#position = new GoPosition(square(size));
    this.#ruleset = ruleset;
  }

  at(point: Point): Color | undefined {
    return this.#position.at(point);
  }

  stones(): readonly Stone[] {
    return [...this.#position.stones()];
  }

  judge(color: Color, point: Point): IllegalMoveReason | undefined {
    return this.#position.judge(color, point, this.#ruleset);
  }

  play(color: Color, point: Point): void {
    const removed = this.#position.play(color, point);
    const suicide = removed[0] === point;
    const taker = suicide === (color === 'black') ? 'white' : 'black';
    this.captures[taker] += removed.length;
  }

  pass(color: Color): void {
    this.#position.pass(color);
  }

  chainAt(point: Point): readonly Point[] {
    return this.#position.chainAt(point);
  }

  area(komi: number): Score {
    return this.#position.score(komi);
  }
}

/** A board of Gomoku. It stores the stones itself, because a server may send a board that no legal game reaches. */
class GomokuBoard implements ClientGameBoard {
  readonly captures = { black: 0, white: 0 };
  readonly #stones = new Map<Point, Color>();
  /** The position by the rules; undefined after a move that is against the rules. */
  #position: GomokuPosition | undefined;

  constructor(size: number, rule: GomokuRule) {
    this.#position = new GomokuPosition(size, rule);
  }

  get winningRow(): readonly Point[] {
    const outcome = this.#position?.outcome;
    return outcome?.reason === 'row' ? outcome.row : [];
  }

  get isDecided(): boolean {
    return this.#position?.outcome !== undefined;
  }

  at(point: Point): Color | undefined {
    return this.#stones.get(point);
  }

  stones(): readonly Stone[] {
    return [...this.#stones].map(([point, color]) => ({ point, color }));
  }

  judge(color: Color, point: Point): IllegalMoveReason | undefined {
    if (this.#stones.has(point)) return 'occupied';
    return this.#position?.judge(point, color);
  }

  play(color: Color, point: Point): void {
    this.#stones.set(point, color);
    const position = this.#position;
    const fits = position?.outcome === undefined && position?.toMove === color;
    if (fits && position.judge(point) === undefined) position.play(point);
    else this.#position = undefined;
  }

  pass(): void {
    this.#position = undefined;
  }

  chainAt(): readonly Point[] {
    return [];
  }

  area(): undefined {
    return undefined;
  }
}
