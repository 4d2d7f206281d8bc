import { newMoves } from '../../engines/new-moves.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';

/** A game of the server as the session of a controller knows it. */
export class ServerGame {
  readonly started: StartedNotice;
  /** The controller's side. */
  readonly color: Color;
  readonly position: GoPosition;
  /** The opponent's move that the controller has not asked for yet. */
  unasked: Move | undefined;
  ended: EndedNotice | undefined;
  /** The number of handicap stones that black still has to place. */
  toPlace = 0;
  readonly #placed: Point[] = [];

  constructor(started: StartedNotice) {
    if (started.color === 'both') throw new Error('a controller has one side of a game');
    this.started = started;
    this.color = started.color;
    this.position = new GoPosition(square(started.parameters.size));
    const { handicap = 0, placement } = started;
    if (placement === 'free') this.toPlace = handicap;
    else if (handicap > 0) this.position.setUp(handicapStones(started.parameters.size, handicap), 'white');
    for (const move of started.moves) this.apply(move);
  }

  get toMove(): Color {
    return this.toPlace > 0 ? 'black' : this.position.toMove;
  }

  /** The handicap stones that black has placed. */
  get placed(): readonly Point[] {
    return this.#placed;
  }

  apply(move: Move): void {
    if (this.toPlace > 0 && move.kind === 'play') {
      this.toPlace--;
      this.#placed.push(move.point);
    }
    if (move.kind === 'play') this.position.play(move.color, move.point);
    else this.position.pass(move.color);
  }

  /**
   * How the controller, which knows these moves, takes part from here. It may not know the opponent's last move, and its own last
   * move may not have been stored. `undefined`: the controller plays another game. `stones`: the handicap stones that it knows.
   */
  continueFrom(
    known: readonly Move[],
    stones: readonly Point[],
  ): { readonly unasked?: Move; readonly unsaid?: Move } | undefined {
    if (stones.length > 0 && this.#placed.some((point) => !stones.includes(point))) return undefined;
    if (this.toPlace > 0 && known.length > 0) return undefined;
    const moves = this.started.moves.slice(this.#placed.length);
    if (Math.abs(moves.length - known.length) > 1) return undefined;
    const isBehind = known.length < moves.length;
    const further = isBehind ? newMoves(known, moves) : newMoves(moves, known);
    if (further === undefined) return undefined;
    const [move] = further;
    if (move === undefined) return {};
    if (isBehind) return move.color === this.color ? undefined : { unasked: move };
    return move.color === this.color ? { unsaid: move } : undefined;
  }
}
