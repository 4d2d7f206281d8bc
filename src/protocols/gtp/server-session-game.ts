import { movesAfterKnown } from '../../engines/moves-after-known.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, StartedNotice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';

export class ServerSessionGame {
  readonly started: StartedNotice;
  /** The controller's side. */
  readonly color: Color;
  readonly position: GoPosition;
  /** The opponent's move for which the controller has not sent `genmove` yet. */
  unsentMove: Move | undefined;
  ended: EndedNotice | undefined;
  /** The number of handicap stones that black still has to place. */
  handicapLeft = 0;
  readonly #placed: Point[] = [];

  constructor(started: StartedNotice) {
    if (started.color === 'both') throw new Error('a controller has one side of a game');
    this.started = started;
    this.color = started.color;
    this.position = new GoPosition(square(started.parameters.size));
    const { handicap = 0, placement } = started;
    if (placement === 'free') this.handicapLeft = handicap;
    else if (handicap > 0) this.position.setUp(handicapStones(started.parameters.size, handicap), 'white');
    for (const move of started.moves) this.apply(move);
  }

  get toMove(): Color {
    return this.handicapLeft > 0 ? 'black' : this.position.toMove;
  }

  /** The handicap stones that black has placed. */
  get placed(): readonly Point[] {
    return this.#placed;
  }

  apply(move: Move): void {
    if (this.handicapLeft > 0 && move.kind === 'play') {
      this.handicapLeft--;
      this.#placed.push(move.point);
    }
    if (move.kind === 'play') this.position.play(move.color, move.point);
    else this.position.pass(move.color);
  }

  /**
   * Compares the game with the moves and handicap stones that the controller has set up. `unsentMove`: the opponent's last
   * move, which the controller does not know. `unstoredMove`: the controller's last move, which the server has not stored.
   * Undefined: the controller plays another game.
   */
  continueFrom(
    known: readonly Move[],
    stones: readonly Point[],
  ): { readonly unasked?: Move; readonly unstoredMove?: Move } | undefined {
    if (stones.length > 0 && this.#placed.some((point) => !stones.includes(point))) return undefined;
    if (this.handicapLeft > 0 && known.length > 0) return undefined;
    const moves = this.started.moves.slice(this.#placed.length);
    if (Math.abs(moves.length - known.length) > 1) return undefined;
    const isBehind = known.length < moves.length;
    const further = isBehind ? movesAfterKnown(known, moves) : movesAfterKnown(moves, known);
    if (further === undefined) return undefined;
    const [move] = further;
    if (move === undefined) return {};
    if (isBehind) return move.color === this.color ? undefined : { unasked: move };
    return move.color === this.color ? { unstoredMove: move } : undefined;
  }
}
