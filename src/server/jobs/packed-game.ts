import type { Move } from '../../lobby/games/game-event.ts';
import type { GameView } from '../../lobby/games/game-view.ts';
import { PASSES, playAt } from '../../lobby/games/interned-moves.ts';
import { stateOf } from '../../protocols/api/lobby-to-json.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Result } from '../../result.ts';
import { COLORS } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { makeSgf } from '../../rules/records/sgf-record-codec.ts';
import { recordOf } from './running-game-record.ts';

/** A running game in a form for another thread. Its moves are numbers, because copying 100,000 objects would take 50 ms. */
export interface PackedRunningGame {
  readonly view: GameView;
  readonly moves: Int32Array<ArrayBuffer>;
}

/** Packs a game. The number of a move is twice its point, plus 1 for White. The point of a pass is -1. */
export function pack(view: GameView): PackedRunningGame {
  const moves = Int32Array.from(
    view.moves,
    (move) => 2 * (move.kind === 'pass' ? -1 : move.point) + +(move.color === 'white'),
  );
  return { view: { ...view, moves: [] }, moves };
}

function unpack({ view, moves }: PackedRunningGame): GameView {
  const moveOf = (packed: number): Move => {
    const [point, color] = [packed >> 1, COLORS[packed & 1] ?? 'black'];
    return point < 0 ? PASSES[color] : playAt(color, point as Point);
  };
  return { ...view, moves: Array.from(moves, moveOf) };
}

/** A running game as the API describes it. */
export const runningGame = (packed: PackedRunningGame): GameState => stateOf(unpack(packed));

/** A running game in SGF, up to its last move. It is a problem if the board is larger than SGF allows. */
export const sgfOf = (packed: PackedRunningGame, version: string): Result<string> =>
  makeSgf({ ...recordOf(runningGame(packed)), application: { name: 'Tengen', version } });
