import { newMoves } from '../../engines/new-moves.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Ended, Started } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import { square } from '../../rules/point.ts';

/** A game of the server as the session of a controller knows it. */
export class RunningGame {
  readonly started: Started;
  /** The controller's side. */
  readonly color: Color;
  readonly position: GoPosition;
  /** The opponent's move that the controller has not asked for yet. */
  unasked: Move | undefined;
  ended: Ended | undefined;

  constructor(started: Started) {
    if (started.color === 'both') throw new Error('a controller has one side of a game');
    this.started = started;
    this.color = started.color;
    this.position = new GoPosition(square(started.parameters.size));
    const { handicap = 0 } = started;
    if (handicap > 0) this.position.setUp(handicapStones(started.parameters.size, handicap), 'white');
    for (const move of started.moves) this.apply(move);
  }

  apply(move: Move): void {
    if (move.kind === 'play') this.position.play(move.color, move.point);
    else this.position.pass(move.color);
  }

  /**
   * How the controller, which knows these moves, takes part from here. It may not know the opponent's last move, and its own last
   * move may not have been stored. `undefined`: the controller plays another game.
   */
  continueFrom(known: readonly Move[]): { readonly unasked?: Move; readonly unsaid?: Move } | undefined {
    const { moves } = this.started;
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
