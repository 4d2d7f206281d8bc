import { COLORS, type Color } from '../../rules/color.ts';
import { isBetweenAccounts } from '../games/adjourned-games.ts';
import type { Game } from '../games/game.ts';
import type { GameId } from '../games/game-event.ts';
import { clockOf, markingOf, timesLeftOf } from '../games/game-notices.ts';
import type { EarlierMoves, GameView } from '../games/game-view.ts';
import type { WaitingPlayer } from '../pairing/seek-queue.ts';
import type { NamedPlayer } from '../players/player.ts';
import type { ListedGame, ListedPlayer, ListedSeat, ListedSeek } from './directory.ts';

// These functions create the directory entries of players, seeks and games, without anything that other players may not see.

export function listPlayer(player: NamedPlayer, watching?: GameId): ListedPlayer {
  const { name, profile, seat, seek, computer, lastReceivedAt } = player;
  const rating = seat === undefined ? seek?.rating : seat.game.record(seat.color).rating;
  return {
    name,
    protocol: profile.protocol,
    ...(seat === undefined ? {} : seat.game.options.private ? { playing: true } : { game: seat.game.id }),
    ...(player.isClosed ? { closed: true } : {}),
    ...(watching === undefined ? {} : { watching }),
    ...(computer === undefined ? {} : { offers: computer.terms.offers }),
    ...(computer?.terms.level === undefined ? {} : { level: computer.terms.level }),
    lastReceivedAt,
    ...(rating === undefined ? {} : { rating }),
  };
}

/** `opponent`: the name of the only player who may accept the seek. */
export function listSeek(
  { name, profile, seek, waitingSince }: WaitingPlayer,
  opponent: string | undefined,
): ListedSeek {
  const color = seek.color ?? seek.hostColor;
  return {
    host: name,
    protocol: profile.protocol,
    parameters: seek.parameters,
    options: seek.options ?? {},
    since: waitingSince,
    ...(opponent === undefined ? {} : { opponent }),
    ...(color === undefined ? {} : { color }),
  };
}

export function listGame(game: Game): ListedGame {
  const seat = (color: Color): ListedSeat => {
    const { name, protocol, rating } = game.record(color);
    return { name, protocol, ...(rating === undefined ? {} : { rating }) };
  };
  return {
    game: game.id,
    parameters: game.parameters,
    options: game.options,
    black: seat('black'),
    white: seat('white'),
    since: game.startedAt,
  };
}

/** `earlier`: the number of moves that have been sent already. */
export const viewGame = (game: Game, earlier = 0): GameView => ({
  ...listGame(game),
  moves: game.moves.slice(earlier),
  earlier,
  ...timesLeftOf(game, earlier),
  toMove: game.toMove,
  turnSince: game.turnSince,
  used: { ...game.timeUsed },
  ...absencesOf(game),
  ...clockOf(game),
  ...markingOf(game),
  proposal: game.proposal,
  proposals: game.allowsProposals,
  ...(game.adjournment === undefined ? {} : { adjourned: true }),
  ...(game.allowsProposals && isBetweenAccounts(game) ? { canAdjourn: true } : {}),
});

function absencesOf({ seats }: Game): Pick<GameView, 'away' | 'awayUntil'> {
  const ends = COLORS.flatMap((color) => {
    const { reserved, player } = seats[color];
    const until = reserved?.until ?? player?.awayUntil;
    return until === undefined ? [] : [[color, until] as const];
  });
  const away = ends.map(([color]) => color);
  // Before a restored server accepts connections, the end of the reservations is not known.
  const known = ends.filter(([, until]) => Number.isFinite(until));
  return known.length === 0 ? { away } : { away, awayUntil: Object.fromEntries(known) };
}

/** The moves of a game from index `first` to before `end`. */
export const movesOf = (game: Game, first: number, end: number): EarlierMoves => ({
  game: game.id,
  parameters: game.parameters,
  first,
  moves: game.moves.slice(first, end),
  next: { moves: end, undone: game.undone },
});
