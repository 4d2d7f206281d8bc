import type { Board, End } from '../../protocols/api/values.ts';
import { ok, problem, type Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/position.ts';
import { GomokuPosition } from '../../rules/gomoku/position.ts';
import type { GameRecord, RecordResult } from '../../rules/records/record.ts';
import { isSameResult, makeResult } from '../../rules/records/sgf-result.ts';

/** A record whose moves are legal, and how the game ended. */
interface Replayed {
  readonly end: End;
  /** The record with the result that its moves prove, so that the page, the API and the SGF tell the same end. */
  readonly record: GameRecord;
  /** What the record says of its end and is not so, one line each. */
  readonly notes: readonly string[];
}

/** Plays a record over by the rules of its board. The problem: a move is not legal, or the stones at the start are not. */
export const replay = (record: GameRecord, board: Board): Result<Replayed> =>
  board.game === 'go' ? replayGo(record, board) : replayGomoku(record, board);

function replayGo(record: GameRecord, board: Board & { game: 'go' }): Result<Replayed> {
  const { size, setup, moves, result } = record;
  const position = new GoPosition(size);
  if (!position.setUp(setup, moves[0]?.color ?? 'black')) return problem('stones that are set up have no liberty');
  for (const [index, move] of moves.entries()) {
    if (move.kind === 'pass') {
      position.pass(move.color);
      continue;
    }
    const refusal = position.judge(move.color, move.point, board);
    if (refusal !== undefined) return problem(illegal(index, move.color, refusal));
    position.play(move.color, move.point);
  }
  return ok({ end: goEnd(result, position, board.komi), record, notes: [] });
}

/**
 * A result by score has the area beside it only if both are the same: where dead stones stand, or territory was counted, the area
 * as it stands proves nothing.
 */
function goEnd(result: RecordResult | undefined, position: GoPosition, komi: number): End {
  const end = endOf(result);
  const margin = signedMargin(result);
  if (!position.over || margin === undefined) return end;
  const score = position.score(komi);
  return score.black - score.white === margin ? { ...withoutMargin(end), reason: 'score', score } : end;
}

/** Black's lead in points by the record; undefined where it is no result by score. */
function signedMargin(result: RecordResult | undefined): number | undefined {
  if (result?.kind === 'draw') return 0;
  if (result?.kind !== 'won' || result.by !== 'score') return undefined;
  return result.winner === 'black' ? result.margin : -result.margin;
}

const withoutMargin = ({ margin: _, ...end }: End): End => end;

function replayGomoku(record: GameRecord, board: Board & { game: 'gomoku' }): Result<Replayed> {
  const { size, setup, moves, result } = record;
  if (setup.length > 0) return problem('stones stand on the board before the first move');
  const position = new GomokuPosition(size.width, board.rule);
  for (const [index, move] of moves.entries()) {
    if (position.outcome !== undefined) return problem(`move ${index + 1} comes after the end of the game`);
    if (move.kind === 'pass') return problem(`move ${index + 1} is a pass, and Gomoku has none`);
    if (move.color !== position.toMove) return problem(`move ${index + 1} is not ${move.color}'s`);
    const refusal = position.judge(move.point);
    if (refusal !== undefined) return problem(illegal(index, move.color, refusal));
    position.play(move.point);
  }
  const { outcome } = position;
  if (outcome === undefined) return ok({ end: endOf(result), record, notes: [] });
  return ok(
    outcome.reason === 'full'
      ? proven(record, { reason: 'full' }, { kind: 'draw' })
      : proven(
          record,
          { reason: 'row', winner: outcome.winner },
          { kind: 'won', winner: outcome.winner, by: 'unstated' },
        ),
  );
}

/** In Gomoku the moves decide: a row wins and a full board is a draw, whatever RE says. */
function proven(record: GameRecord, end: End, result: RecordResult): Replayed {
  const said = record.result;
  if (said === undefined) return { end, record: { ...record, result }, notes: [] };
  if (isSameResult(said, result)) return { end, record, notes: [] };
  const what = end.winner === undefined ? 'the board is full, which is a draw' : `${end.winner} has a row and wins`;
  return { end, record: { ...record, result }, notes: [`RE[${makeResult(said)}] is not what the moves say: ${what}`] };
}

const illegal = (index: number, color: Color, why: string): string =>
  `move ${index + 1} of ${color} is not legal: ${why}`;

const WAYS = { resignation: 'resigned', time: 'timed-out', forfeit: 'forfeit', unstated: 'unknown' } as const;

/** How it ended by the words of its record alone. */
function endOf(result: RecordResult | undefined): End {
  switch (result?.kind) {
    case 'won': {
      const { winner } = result;
      return result.by === 'score'
        ? { winner, reason: 'score', margin: result.margin }
        : { winner, reason: WAYS[result.by] };
    }
    case 'draw':
      return { reason: 'drawn' };
    case 'void':
      return { reason: 'void' };
    case 'unknown':
    case undefined:
      return { reason: 'unknown' };
  }
}
