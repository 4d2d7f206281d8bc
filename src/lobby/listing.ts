import type { Color } from '../rules/color.ts';
import type { ListedGame, ListedPlayer, ListedSeat, ListedSeek } from './directory.ts';
import type { Game } from './game.ts';
import type { GameView } from './game-view.ts';
import type { Named } from './player.ts';
import type { Waiting } from './queue.ts';

/** How players, wishes and games are shown to whoever looks on: as they are now, and without what nobody else may know. */

export function listPlayer(player: Named): ListedPlayer {
  const { name, profile, seat, attends } = player;
  return {
    name,
    protocol: profile.protocol,
    ...(seat === undefined ? {} : { game: seat.game.id }),
    ...(attends === undefined ? {} : { offers: attends.offers }),
  };
}

/** `opponent`: the name of the only one whom it meets. */
export function listSeek({ name, profile, seek, waitsSince }: Waiting, opponent: string | undefined): ListedSeek {
  const color = seek.color ?? seek.waitsAs;
  return {
    host: name,
    protocol: profile.protocol,
    wish: seek.wish,
    since: waitsSince,
    ...(opponent === undefined ? {} : { opponent }),
    ...(color === undefined ? {} : { color }),
  };
}

export function listGame(game: Game): ListedGame {
  const seat = (color: Color): ListedSeat => {
    const { name, protocol } = game.record(color);
    return { name, protocol };
  };
  return { game: game.id, wish: game.wish, black: seat('black'), white: seat('white'), since: game.since };
}

export const viewGame = (game: Game): GameView => ({
  ...listGame(game),
  actions: [...game.actions],
  toMove: game.toMove,
  turnSince: game.turnSince,
  used: { ...game.used },
  away: (['black', 'white'] as const).filter((color) => game.seats[color].hold !== undefined),
  proposal: game.proposal,
  proposals: game.proposes,
});
