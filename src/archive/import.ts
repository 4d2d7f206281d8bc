import { type Board, type End, values } from '../protocols/web/values.ts';
import { ok, problem, type Result } from '../result.ts';
import { COLORS, type Color } from '../rules/color.ts';
import { GoPosition } from '../rules/go/position.ts';
import { type GoRuleset, KO_RULES } from '../rules/go/ruleset.ts';
import { GomokuPosition } from '../rules/gomoku/position.ts';
import { GOMOKU_RULES } from '../rules/gomoku/rule.ts';
import type { GameRecord, RecordMove, RecordResult } from '../rules/records/record.ts';
import { parseSgfGames } from '../rules/records/sgf.ts';

/** A game of a file, as the archive can keep it once it has a number. */
export interface ReadGame {
  readonly board: Board;
  readonly black: string;
  readonly white: string;
  readonly end: End;
  /** The day on which it was played, in milliseconds since the epoch, where the file says it. */
  readonly played: number | undefined;
  readonly record: GameRecord;
}

/** What a file has: games that can be kept, and why the others cannot, one clear line each. */
export interface ReadFile {
  readonly games: readonly ReadGame[];
  readonly problems: readonly string[];
}

/** Of one file. */
const MOST_GAMES = 1_000;
const MOST_PROBLEMS = 100;
const FEWEST_GO_LINES = 2;
const FEWEST_GOMOKU_LINES = 5;
const MOST_KOMI = 1_000;

const UNNAMED = 'unknown';

/** What any rules allow: a file seldom says by which ones it was played. */
const LENIENT: GoRuleset = { ko: 'simple', suicide: 'allowed' };

/** Reads the games of an SGF collection. The problem: it is none, or has too many games. */
export function readImport(text: string): Result<ReadFile> {
  const read = parseSgfGames(text, MOST_GAMES);
  if (!read.ok) return read;
  const games: ReadGame[] = [];
  const problems: string[] = [];
  for (const [index, record] of read.value.entries()) {
    const game = record.ok ? readGame(record.value) : record;
    if (game.ok) games.push(game.value);
    // The reader of records names the game itself.
    else problems.push(record.ok ? `game ${index + 1}: ${game.problem}` : game.problem);
  }
  const surplus = problems.length - MOST_PROBLEMS;
  return ok({ games, problems: surplus > 0 ? [...problems.slice(0, MOST_PROBLEMS), `and ${surplus} more`] : problems });
}

function readGame(record: GameRecord): Result<ReadGame> {
  const board = readBoard(record);
  if (!board.ok) return board;
  const names = { black: record.black ?? UNNAMED, white: record.white ?? UNNAMED };
  const nameless = COLORS.find((color) => !values().name.safeParse(names[color]).success);
  if (nameless !== undefined) return problem(`the name of ${nameless} is longer than 64 characters or no name`);
  const end = board.value.game === 'go' ? replayGo(record, board.value) : replayGomoku(record, board.value);
  return end.ok ? ok({ board: board.value, ...names, end: end.value, played: dayOf(record.date), record }) : end;
}

function readBoard({ game, size, komi = 0, rules = '', moves }: GameRecord): Result<Board> {
  if (size.width !== size.height)
    return problem(`its board is ${size.width}x${size.height}, and only squares are kept`);
  const least = game === 'go' ? FEWEST_GO_LINES : FEWEST_GOMOKU_LINES;
  if (size.width < least) return problem(`its board has ${size.width} lines, and ${least} are the least`);
  if (moves.length === 0) return problem('it has no moves');
  if (game === 'gomoku') {
    const rule = GOMOKU_RULES.find((known) => known === rules.trim().toLowerCase()) ?? 'freestyle';
    return ok({ game, size: size.width, rule });
  }
  if (!Number.isInteger(komi * 2) || Math.abs(komi) > MOST_KOMI)
    return problem(`a komi of ${komi} is no number of halves`);
  return ok({ game, size: size.width, komi, ...readRuleset(rules) });
}

/** What the archive's own files say, and for all others the rules that allow most. */
function readRuleset(rules: string): GoRuleset {
  const [, said, suicide] = /^area, (\w+) superko, suicide (allowed|forbidden)$/.exec(rules) ?? [];
  const ko = KO_RULES.find((known) => known === said);
  if (ko === undefined) return LENIENT;
  return { ko, suicide: suicide === 'forbidden' ? 'forbidden' : 'allowed' };
}

/** Stones that stood before the first move are put down one by one, as handicap stones are. */
function replayGo({ size, setup, moves, result }: GameRecord, board: Board & { game: 'go' }): Result<End> {
  const position = new GoPosition(size);
  const stones = setup.map((stone): RecordMove => ({ kind: 'play', ...stone }));
  for (const [index, move] of [...stones, ...moves].entries()) {
    if (move.kind === 'pass') {
      position.pass(move.color);
      continue;
    }
    const refusal = position.judge(move.color, move.point, index < stones.length ? LENIENT : board);
    if (refusal !== undefined) return problem(illegal(index - stones.length, move.color, refusal));
    const removed = position.play(move.color, move.point);
    if (index < stones.length && removed.length > 0) return problem('stones that are set up have no liberty');
  }
  return ok(goEnd(result, position, board.komi));
}

function goEnd(result: RecordResult | undefined, position: GoPosition, komi: number): End {
  const end = endOf(result, position.over ? 'score' : 'agreed');
  if (!position.over || end.reason !== 'score') return end;
  const score = position.score(komi);
  const lead = score.black - score.white;
  const margin =
    result?.kind === 'won' && result.by === 'score' ? result.margin * (result.winner === 'black' ? 1 : -1) : 0;
  // Territory and area agree only now and then, and a count that contradicts the result is none.
  return lead === margin ? { ...end, score } : end;
}

function replayGomoku({ size, setup, moves, result }: GameRecord, board: Board & { game: 'gomoku' }): Result<End> {
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
  if (outcome?.reason === 'row') return ok({ winner: outcome.winner, reason: 'row' });
  return ok(outcome?.reason === 'full' ? { reason: 'full' } : endOf(result, 'agreed'));
}

const illegal = (index: number, color: Color, why: string): string =>
  index < 0 ? `stones that are set up stand on one point` : `move ${index + 1} of ${color} is not legal: ${why}`;

const WAYS = { resignation: 'resigned', time: 'timed-out', forfeit: 'left', unstated: 'resigned' } as const;

/** How it ended by its own words; `drawn` is how a draw has come about. */
function endOf(result: RecordResult | undefined, drawn: 'score' | 'agreed'): End {
  switch (result?.kind) {
    case 'won':
      return { winner: result.winner, reason: result.by === 'score' ? 'score' : WAYS[result.by] };
    case 'draw':
      return { reason: drawn };
    case 'void':
    case 'unknown':
    case undefined:
      return { reason: 'abandoned' };
  }
}

/** The first day that a date names: `1846-09-11,12`, `1846-09`, `1846`. */
function dayOf(date: string | undefined): number | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(date ?? '') ?? [];
  const time = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}`);
  return Number.isNaN(time) ? undefined : time;
}
