import type { GameEnd, GameParametersJson } from '../../protocols/api/value-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { GomokuPosition } from '../../rules/gomoku/gomoku-position.ts';
import type { GameRecord, RecordResult } from '../../rules/records/game-record.ts';
import { isSameResult, makeResult } from '../../rules/records/sgf-result.ts';

/** A record whose moves are legal, and the end of the game. */
interface ReplayedRecord {
  readonly end: GameEnd;
  /** The record with the result that follows from its moves, so that page, API and SGF show the same result. */
  readonly record: GameRecord;
  /** One line for each wrong statement of the record about its end. */
  readonly notes: readonly string[];
}

/** Replays a record by the rules of its board. Fails for an illegal move or illegal stones at the start. */
export const replayImportedRecord = (record: GameRecord, board: GameParametersJson): Result<ReplayedRecord> =>
  board.game === 'go' ? replayGo(record, board) : replayGomoku(record, board);

function replayGo(record: GameRecord, board: GameParametersJson & { game: 'go' }): Result<ReplayedRecord> {
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
 * The end of a Go game. The area of the final position is stored as the score only if it agrees with the recorded result. With dead stones
 * on the board, or with territory scoring, the area is not the score.
 */
function goEnd(result: RecordResult | undefined, position: GoPosition, komi: number): GameEnd {
  const end = endOf(result);
  const margin = signedMargin(result);
  if (!position.isOver || margin === undefined) return end;
  const score = position.score(komi);
  return score.black - score.white === margin ? { ...withoutMargin(end), reason: 'score', score } : end;
}

/** Black's lead in points according to the record; undefined if the result is not by score. */
function signedMargin(result: RecordResult | undefined): number | undefined {
  if (result?.kind === 'draw') return 0;
  if (result?.kind !== 'won' || result.by !== 'score') return undefined;
  return result.winner === 'black' ? result.margin : -result.margin;
}

const withoutMargin = ({ margin: _, ...end }: GameEnd): GameEnd => end;

function replayGomoku(record: GameRecord, board: GameParametersJson & { game: 'gomoku' }): Result<ReplayedRecord> {
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
      ? withProvenResult(record, { reason: 'full' }, { kind: 'draw' })
      : withProvenResult(
          record,
          { reason: 'row', winner: outcome.winner },
          { kind: 'won', winner: outcome.winner, by: 'unstated' },
        ),
  );
}

/** In Gomoku the moves decide the result, not RE: a row wins, and a full board is a draw. */
function withProvenResult(record: GameRecord, end: GameEnd, result: RecordResult): ReplayedRecord {
  const stated = record.result;
  if (stated === undefined) return { end, record: { ...record, result }, notes: [] };
  if (isSameResult(stated, result)) return { end, record, notes: [] };
  const actual = end.winner === undefined ? 'the board is full, which is a draw' : `${end.winner} has a row and wins`;
  return {
    end,
    record: { ...record, result },
    notes: [`RE[${makeResult(stated)}] contradicts the moves: ${actual}`],
  };
}

const illegal = (index: number, color: Color, why: string): string =>
  `move ${index + 1} of ${color} is not legal: ${why}`;

const REASONS = { resignation: 'resigned', time: 'timed-out', forfeit: 'forfeit', unstated: 'unknown' } as const;

/** The end according to the result in the record alone. */
function endOf(result: RecordResult | undefined): GameEnd {
  switch (result?.kind) {
    case 'won': {
      const { winner } = result;
      return result.by === 'score'
        ? { winner, reason: 'score', margin: result.margin }
        : { winner, reason: REASONS[result.by] };
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
