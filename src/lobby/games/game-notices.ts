import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { timeField } from '../../rules/time/time-control.ts';
import type { Command } from '../command.ts';
import { placementField } from '../game-parameters.ts';
import type { Notice, StartedNotice } from '../notice.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { Game } from './game.ts';
import type { ClocksView } from './game-clocks.ts';
import type { GameView } from './game-view.ts';
import type { Marking, MarkingView } from './marking.ts';

const NO_CLOCKS = {};

/** The clocks, for a notice of a game with a time control. */
export function clockOf(game: Game): { clock?: ClocksView } {
  const clock = game.clockView;
  return clock === undefined ? NO_CLOCKS : { clock };
}

/** The time that each side has used, and the clocks, for an update to spectators. */
export const timesOf = (game: Game): { used: GameView['used']; clock?: ClocksView } => ({
  used: { ...game.timeUsed },
  ...clockOf(game),
});

/** When the marking ends by its timeout. Empty while a player is away. */
export function untilOf({ marking, seats }: Game): Pick<MarkingView, 'until'> {
  const isAway = seats.black.reserved !== undefined || seats.white.reserved !== undefined;
  return marking === undefined || isAway ? {} : { until: marking.until };
}

export const markingOf = (game: Game): { marking?: MarkingView } =>
  game.marking === undefined ? {} : { marking: viewMarking(game, game.marking) };

export const viewMarking = (game: Game, { marked, accepted }: Marking): MarkingView => ({
  dead: marked,
  accepted,
  ...untilOf(game),
});

/** The notice for a player who takes a seat: the state of the game. */
export function startedNotice(names: Names, player: Player): StartedNotice {
  if (player.seat === undefined) throw new Error(`player ${player.id} has no seat`);
  const { game, color } = player.seat;
  return {
    kind: 'started',
    game: game.id,
    color,
    opponent: names.shownTo(player.profile.protocol, game.opposite(color).record.name),
    parameters: game.record(color).parameters,
    komi: game.komi,
    ...(game.handicap === 0 ? {} : { handicap: game.handicap }),
    ...placementField(game.handicap, game.placement),
    ...timeField(game.time),
    toMove: game.toMove,
    moves: [...game.moves],
    stones: game.moves.length === 0 && game.handicap === 0 ? [] : game.board.stones(),
    ...clockOf(game),
    ...timesLeftOf(game),
    ...markingOf(game),
    ...(game.key === undefined ? {} : { key: game.key }),
    ...ratingsOf(game),
  };
}

const NO_TIMES = {};

/** In a game with a time control: for each move except the first `earlier` ones, the main time that its player had left after the move. */
export const timesLeftOf = (game: Game, earlier = 0): Pick<StartedNotice, 'timesLeft'> =>
  game.time.kind === 'none' || game.moves.length === 0 ? NO_TIMES : { timesLeft: game.timesLeft.slice(earlier) };

const NO_RATINGS = {};

function ratingsOf(game: Game): Pick<StartedNotice, 'ratings'> {
  const [black, white] = [game.record('black').rating, game.record('white').rating];
  if (black === undefined && white === undefined) return NO_RATINGS;
  return { ratings: { ...(black && { black }), ...(white && { white }) } };
}

/** A stone or a pass, without its time. */
export type PlainMove =
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'passed'; readonly color: Color };

/** The time and the analysis of a move, from the mover's session. */
export type MoveTimeAndAnalysis = Pick<Extract<Command, { kind: 'pass' }>, 'spent' | 'analysis'>;

export const moveNotice = (
  move: PlainMove,
  captured: readonly Point[],
  game: Game,
): Extract<Notice, { kind: PlainMove['kind'] }> =>
  move.kind === 'played' ? { ...move, captured, ...clockOf(game) } : { ...move, ...clockOf(game) };
