import { z } from 'zod';
import { isVisible, trimName } from '../../lobby/players/name-normalisation.ts';
import { isHandicap } from '../../rules/go/handicap.ts';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { TIME_CONTROL_FIELDS } from '../../rules/time/time-control.ts';
import { problemWords } from './validation-errors.ts';

/**
 * How a game ended: `score` two passes, `row` a winning row, `full` no legal stone left, `stopped` by an administrator. `adjourned`:
 * it has not ended, but does not go on now. Of imported games alone: `forfeit`; `drawn`, a draw in a way that the record does not say; `void`, no result by the record;
 * `unknown`, won in a way that the record does not say, or without a result in it.
 */
export const END_REASONS = [
  'score',
  'row',
  'full',
  'resigned',
  'timed-out',
  'fouled',
  'left',
  'abandoned',
  'agreed',
  'stopped',
  'adjourned',
  'forfeit',
  'drawn',
  'void',
  'unknown',
] as const;

/**
 * What ratings are kept apart by: Go by its size (9, 13, 19 lines, else `other`), Gomoku by its rule.
 */
export const RATING_CLASSES = [
  'go-9',
  'go-13',
  'go-19',
  'go-other',
  'gomoku-freestyle',
  'gomoku-standard',
  'gomoku-renju',
  'gomoku-caro',
] as const;
/** Points for white. */
export const USUAL_KOMI = 7.5;

z.config({ customError: problemWords });

/** What the API's messages and resources are made of. Every point is counted from 0 at the top left. */
function makeValues() {
  const color = z.enum(['black', 'white']).meta({ id: 'Color' });

  const point = z
    .strictObject({
      x: z.int().min(0).max(254).describe('Column, from 0 at the left.'),
      y: z.int().min(0).max(254).describe('Row, from 0 at the top.'),
    })
    .meta({ id: 'Point' });

  /** Numbers games in the order in which they began, over the whole life of the database. */
  const gameNumber = z.int().min(1);

  /** Words in one line; no database keeps what has a NUL in it. */
  const oneLine = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'must have no control characters' });

  /** A name as it is asked for. White space around it is no part of it; no control characters, no half of a character. */
  const name = z
    .string()
    .overwrite(trimName)
    .min(1)
    .max(64)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'must have no control characters' })
    .refine(isVisible, { error: 'must have a character that can be seen' });

  /** The secret of an invitation: 16 random bytes in base64url. */
  const key = z.string().regex(/^[\w-]{22}$/, { error: 'must be 16 random bytes in base64url: 22 characters' });

  /** The client's id of the message. The reply contains it, too. */
  const messageId = z.string().max(64).optional();

  /** A player's name as the server sends it. Names of other protocols may be longer than a name that a client can choose here. */
  const anyName = z.string().max(128);

  // The range of every listener's komi, so that a client can ask for every board that the server sends.
  const komi = z
    .number()
    .min(-131 * 131)
    .max(131 * 131)
    .refine((points) => Number(points.toFixed(2)) === points, { error: 'has at most two decimals' })
    .describe('With at most two decimals.');

  const within = ({ least, most }: { readonly least: number; readonly most: number }) => z.int().min(least).max(most);
  const { absolute, fischer, canadian, ...times } = TIME_CONTROL_FIELDS;
  const [perMove, byoYomi] = [times['per-move'], times['byo-yomi']];

  /** The time control that is asked for or played with. All times are milliseconds. */
  const timeControl = z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({
        kind: z.literal('absolute'),
        main: within(absolute.main).describe('Milliseconds for all moves.'),
      }),
      z.strictObject({
        kind: z.literal('per-move'),
        move: within(perMove.move).describe('Milliseconds for each move.'),
        match: within(perMove.match).describe('Milliseconds for all moves together.'),
      }),
      z.strictObject({
        kind: z.literal('fischer'),
        main: within(fischer.main).describe('Milliseconds at the beginning.'),
        increment: within(fischer.increment).describe('Milliseconds added by each move.'),
      }),
      z.strictObject({
        kind: z.literal('byo-yomi'),
        main: within(byoYomi.main).describe('Milliseconds before the periods.'),
        period: within(byoYomi.period).describe('Milliseconds of a period.'),
        periods: within(byoYomi.periods),
      }),
      z.strictObject({
        kind: z.literal('canadian'),
        main: within(canadian.main).describe('Milliseconds before the periods.'),
        period: within(canadian.period).describe('Milliseconds of a period.'),
        stones: within(canadian.stones).describe('To be played in each period.'),
      }),
    ])
    .meta({ id: 'TimeControl' });

  /** Absent in a seek: any. Absent in a game: none. */
  const boardTime = timeControl.optional();

  const goBoard = z
    .strictObject({
      game: z.literal('go'),
      size: z.int().min(2).max(131).describe('Lines of the square board.'),
      komi: komi.default(USUAL_KOMI),
      handicap: z
        .union([z.int().min(0).max(9), z.literal('any')])
        .optional()
        .describe(
          "Black's stones on the board before white's first move: 0 or absent for none, 2 to 9 on an odd number of lines from 9 up, 2 to 4 on 7, 8 or an even number of lines; in a seek `any` accepts every number.",
        ),
      placement: z
        .enum(['free', 'any'])
        .optional()
        .describe(
          '`free`: black places its handicap stones, as its first moves; absent: they stand on fixed points; in a seek `any` accepts either.',
        ),
      ko: z.enum(KO_RULES).default('positional'),
      suicide: z.enum(['allowed', 'forbidden']).default('allowed'),
      time: boardTime,
    })
    .meta({ id: 'GoBoard' });

  const gomokuBoard = z
    .strictObject({
      game: z.literal('gomoku'),
      size: z.int().min(5).max(255).describe('Lines of the square board.'),
      rule: z.enum(GOMOKU_RULES).default('freestyle'),
      time: boardTime,
    })
    .meta({ id: 'GomokuBoard' });

  /** The game that waits or is played: what is left out has its usual value. */
  const board = z.discriminatedUnion('game', [goBoard, gomokuBoard]).meta({ id: 'Board' });

  /** The game that is asked for. Without `komi` the opponent's holds, or the usual one if both leave it out and this seek waits. */
  const askedBoard = z
    .discriminatedUnion('game', [goBoard.extend({ komi: komi.optional() }).meta({ id: 'AskedGoBoard' }), gomokuBoard])
    .refine(
      (asked) =>
        asked.game === 'gomoku' || typeof asked.handicap !== 'number' || isHandicap(asked.size, asked.handicap),
      {
        path: ['handicap'],
        error: 'is not a number of handicap stones for this board',
      },
    )
    .meta({ id: 'AskedParametersJson' });

  const option = (description: string) => z.boolean().describe(description);

  /** What two players agree on besides the board. */
  const options = z
    .strictObject({
      rated: option('The result counts for ratings, if the game ends in a way that does.'),
      private: option('Only its players, and clients with its key, may know of it.'),
      takeBack: option('A player may ask to take turns back.'),
      estimate: option('Clients may show an estimate of the score while the game runs.'),
    })
    .meta({ id: 'GameOptions' });

  /** The options that are asked for: of those that are left out, any value will do. */
  const askedOptions = options.partial().meta({ id: 'AskedOptions' });

  /** What ratings are kept apart by. */
  const ratingClass = z.enum(RATING_CLASSES).meta({ id: 'RatingClass' });

  /** A player at a board: the name, and the protocol that it comes by. */
  const seat = z.strictObject({ name: z.string(), protocol: z.string() }).meta({ id: 'Seat' });

  const played = z.strictObject({ kind: z.literal('play'), color, point });
  const passed = z.strictObject({ kind: z.literal('pass'), color });
  const turn = z.discriminatedUnion('kind', [played, passed]).meta({ id: 'Turn' });

  /** A clock after a move, by the record of the game. */
  const clock = z
    .strictObject({
      left: z.number().describe('Seconds; in overtime, those of the period.'),
      overtime: z.int().optional().describe('In overtime: the stones to play in the period, or the periods left.'),
    })
    .meta({ id: 'ClockAfterMove', description: "The mover's clock after the move, if an imported record has it." })
    .optional();

  const known = z.number().optional();
  const consideredMove = z
    .strictObject({
      move: z.string().describe('In the notation of GTP, such as `D4`.'),
      winrate: known,
      score: known,
      prior: known,
      visits: known,
      pv: z.string().optional().describe('The expected moves after it, separated by spaces.'),
    })
    .readonly()
    .meta({ id: 'ConsideredMove' });
  const analysis = z
    .strictObject({
      winrate: known.describe("The mover's win rate, from 0 to 1."),
      score: known.describe('The points by which the mover leads.'),
      visits: known,
      comment: z.string().optional(),
      ownership: z
        .string()
        .optional()
        .describe(
          "One character for each point, in rows from the top left: `A` (the opponent's) to `/` (the mover's).",
        ),
      moves: z.array(consideredMove).readonly().optional().describe('The moves that were considered, the best first.'),
    })
    .readonly()
    .meta({ id: 'MoveAnalysis', description: 'The analysis of the move by the engine that played it.' })
    .optional();

  /** A turn of a finished game. */
  const more = { clock, analysis };
  const recordedTurn = z.discriminatedUnion('kind', [played.extend(more), passed.extend(more)]);

  const reason = z.enum(END_REASONS);

  /** How a game ended. */
  const end = z
    .strictObject({
      winner: color.optional().describe('Absent for a draw and for a game without a winner.'),
      reason,
      score: z
        .strictObject({ black: z.number(), white: z.number() })
        .meta({ id: 'Score', description: 'In Go: the area, komi included.' })
        .optional(),
      margin: z.number().optional().describe('The margin in points, if a record has a margin but no area.'),
    })
    .meta({ id: 'GameEnd' });

  /** Milliseconds that each side has been to move. */
  const used = z.strictObject({ black: z.number(), white: z.number() }).meta({ id: 'TimeUsed' });

  /** Milliseconds since the epoch, by the server's clock. */
  const time = z.number();

  const sideClock = z
    .strictObject({
      main: z.int().describe('Milliseconds of the main time, or of the match.'),
      period: z.int().describe('Milliseconds of the period, or for this move.'),
      count: z
        .int()
        .describe('Byo-yomi: the periods left, this one included. Canadian: the stones to play in the period.'),
    })
    .meta({ id: 'SideClock' });

  /** The clocks of a game with a time control, as they stood at a time. */
  const clocks = z
    .strictObject({
      black: sideClock,
      white: sideClock,
      at: time,
      running: color.optional().describe('The side whose clock has been running since then. Absent if no clock runs.'),
      runsFrom: time.optional().describe('When the clock of an absent player runs again.'),
    })
    .meta({ id: 'Clocks' });

  return {
    color,
    point,
    gameNumber,
    oneLine,
    name,
    key,
    messageId,
    anyName,
    board,
    askedBoard,
    options,
    askedOptions,
    ratingClass,
    seat,
    turn,
    recordedTurn,
    reason,
    end,
    used,
    time,
    clocks,
  };
}

type Values = ReturnType<typeof makeValues>;

let made: Values | undefined;

/** Made when they are first asked for, so that a start does not wait for them. */
export function values(): Values {
  made ??= makeValues();
  return made;
}

export type Color = z.infer<Values['color']>;
export type BoardCoordinates = z.infer<Values['point']>;
export type GameParametersJson = z.infer<Values['board']>;
export type GameOptions = z.infer<Values['options']>;
export type AskedOptions = z.infer<Values['askedOptions']>;
export type AskedParametersJson = z.infer<Values['askedBoard']>;
export type Turn = z.infer<Values['turn']>;
export type RecordedTurn = z.infer<Values['recordedTurn']>;
export type GameEnd = z.infer<Values['end']>;
