import type { BoardCoordinates as Coordinates, GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import type { GoRefusal, GoRuleset } from '../../rules/go/ruleset.ts';
import { GomokuPosition } from '../../rules/gomoku/gomoku-position.ts';
import type { GomokuRefusal } from '../../rules/gomoku/gomoku-rules.ts';
import { type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';

/** The position of a game after some of its moves. */
export interface ReplayedPosition {
  readonly size: BoardSize;
  readonly stones: { at(point: Point): Color | undefined; chainAt(point: Point): readonly Point[] };
  /** The last stone; none after a pass. */
  readonly last: Point | undefined;
  /** The colour of the last move, if the last move was a pass. */
  readonly passed: Color | undefined;
  /** The winning row of Gomoku. */
  readonly row: readonly Point[];
  readonly captures: { readonly [color in Color]: number };
}

/** Why a move cannot be tried. `no-game`: the game is over by a winning row. */
export type TryRefusal = GoRefusal | GomokuRefusal | 'no-game';

/** The board of a replay. It accepts all moves, because the server has checked them. */
interface Stones {
  at(point: Point): Color | undefined;
  /** The stones that are connected with the stone at a point; none at an empty point, and none in Gomoku. */
  chainAt(point: Point): readonly Point[];
  /** Plays a stone and returns the captured ones. */
  play(color: Color, point: Point): readonly Point[];
  judge(color: Color, point: Point): TryRefusal | undefined;
  readonly row: readonly Point[];
}

/** The stones on the board before the first move. */
export type SetupStones = readonly { readonly color: Color; readonly point: Coordinates }[];

export const NO_SETUP: SetupStones = [];

/** The handicap stones of a board, unless black places them. */
function handicapSetup(board: GameParametersJson): SetupStones {
  if (board.game !== 'go' || typeof board.handicap !== 'number' || board.placement === 'free') return NO_SETUP;
  const size = square(board.size);
  return handicapStones(board.size, board.handicap).map(({ color, point }) => ({
    color,
    point: coordinates(size, point),
  }));
}

/** The side that moves first. After handicap stones it is white; if black still has to place them, it is black. */
export const firstToMove = (board: GameParametersJson, { length }: SetupStones): Color =>
  board.game === 'go' &&
  typeof board.handicap === 'number' &&
  board.handicap > 0 &&
  (board.placement !== 'free' || length >= board.handicap)
    ? 'white'
    : 'black';

/** Replays the moves of a game. It continues from the current position if possible. */
export class GameReplay {
  readonly #board: GameParametersJson;
  readonly #setup: SetupStones;
  readonly #size: BoardSize;
  #stones: Stones;
  #played: Turn[] = [];
  #captures = { black: 0, white: 0 };

  /** If `setup` is empty, the game begins with the handicap stones of the board. */
  constructor(board: GameParametersJson, setup: SetupStones) {
    this.#board = board;
    this.#setup = setup.length > 0 ? setup : handicapSetup(board);
    this.#size = square(board.size);
    this.#stones = stonesFor(board, this.#setup);
  }

  /** The position after the first `count` moves. */
  after(turns: readonly Turn[], count: number): ReplayedPosition {
    const moves = turns.slice(0, count);
    if (!this.#played.every((turn, index) => turn === moves[index])) this.#restart();
    for (const turn of moves.slice(this.#played.length)) this.#play(turn);
    const latest = moves.at(-1);
    return {
      size: this.#size,
      stones: this.#stones,
      last: latest?.kind === 'play' ? this.pointOf(latest.point) : undefined,
      passed: latest?.kind === 'pass' ? latest.color : undefined,
      row: this.#stones.row,
      captures: { ...this.#captures },
    };
  }

  /** Why a stone is illegal in the position of the last call of `after`; undefined if it is legal. */
  judge(color: Color, point: Point): TryRefusal | undefined {
    return this.#stones.judge(color, point);
  }

  /** Gomoku has no pass. */
  get hasPass(): boolean {
    return this.#board.game === 'go';
  }

  /** The point of these coordinates; `undefined` off the board. */
  pointOf({ x, y }: Coordinates): Point | undefined {
    return pointAt(this.#size, x, y);
  }

  #restart(): void {
    this.#stones = stonesFor(this.#board, this.#setup);
    this.#played = [];
    this.#captures = { black: 0, white: 0 };
  }

  #play(turn: Turn): void {
    this.#played.push(turn);
    const point = turn.kind === 'play' ? this.pointOf(turn.point) : undefined;
    if (point === undefined || this.#stones.at(point) !== undefined) return;
    const removed = this.#stones.play(turn.color, point);
    const taker = removed.includes(point) ? opposite(turn.color) : turn.color;
    this.#captures[taker] += removed.length;
  }
}

const stonesFor = (board: GameParametersJson, setup: SetupStones): Stones =>
  board.game === 'go' ? new GoStones(board, setup, firstToMove(board, setup)) : new GomokuStones(board);

class GoStones implements Stones {
  readonly row: readonly Point[] = [];
  readonly #position: GoPosition;
  readonly #ruleset: GoRuleset;

  constructor(board: GameParametersJson & { readonly game: 'go' }, setup: SetupStones, toMove: Color) {
    this.#ruleset = board;
    const size = square(board.size);
    this.#position = new GoPosition(size);
    const stones = setup.flatMap(({ color, point: { x, y } }) => {
      const point = pointAt(size, x, y);
      return point === undefined ? [] : [{ color, point }];
    });
    // The colour to move matters only for situational superko.
    this.#position.setUp(stones, toMove);
  }

  at(point: Point): Color | undefined {
    return this.#position.at(point);
  }

  chainAt(point: Point): readonly Point[] {
    return this.#position.chainAt(point);
  }

  play(color: Color, point: Point): readonly Point[] {
    return this.#position.play(color, point);
  }

  judge(color: Color, point: Point): TryRefusal | undefined {
    return this.#position.judge(color, point, this.#ruleset);
  }
}

/** A board of Gomoku. In imported records, one colour may move twice in a row: after that, there is no winning row. */
class GomokuStones implements Stones {
  readonly #colors = new Map<Point, Color>();
  readonly #position: GomokuPosition;
  #regular = true;

  constructor({ size, rule }: GameParametersJson & { readonly game: 'gomoku' }) {
    this.#position = new GomokuPosition(size, rule);
  }

  get row(): readonly Point[] {
    const outcome = this.#position.outcome;
    return outcome?.reason === 'row' ? outcome.row : [];
  }

  at(point: Point): Color | undefined {
    return this.#colors.get(point);
  }

  chainAt(): readonly Point[] {
    return [];
  }

  play(color: Color, point: Point): readonly Point[] {
    this.#colors.set(point, color);
    const { toMove, outcome } = this.#position;
    this.#regular &&= color === toMove && outcome === undefined && this.#position.judge(point) === undefined;
    if (this.#regular) this.#position.play(point);
    return [];
  }

  judge(color: Color, point: Point): TryRefusal | undefined {
    if (this.#colors.has(point)) return 'occupied';
    if (!this.#regular) return undefined;
    if (this.#position.outcome !== undefined) return 'no-game';
    return this.#position.judge(point, color);
  }
}
