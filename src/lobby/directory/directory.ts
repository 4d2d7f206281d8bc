import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { AskedOptions, GameOptions, GameParameters } from '../game-parameters.ts';
import type { EndOrAdjournReason, GameId, SeatRating } from '../games/game-event.ts';
import type { OfferedBoards } from '../pairing/offered-boards.ts';

/** All players who have entered, all waiting seeks and all running games. Names are in a form that the reader's protocol can write. */
export interface Directory {
  readonly players: readonly ListedPlayer[];
  readonly seeks: readonly ListedSeek[];
  readonly games: readonly ListedGame[];
}

/** A position in the directory. Players and games are sorted by number. Each player is listed together with its seek. */
export interface DirectoryCursor {
  /** The number of the last player and of the last game that were listed; 0 before the first. */
  readonly player: number;
  readonly game: GameId;
}

/** `next` is absent in the last part. */
export interface DirectoryChunk {
  readonly directory: Directory;
  readonly next?: DirectoryCursor;
}

export interface ListedPlayer {
  readonly name: string;
  readonly protocol: string;
  /** The game in which the player has a seat; computer players have many. */
  readonly game?: GameId;
  /** The player has a seat in a private game. */
  readonly playing?: true;
  /** The player does not accept requests for games. */
  readonly closed?: true;
  /** The oldest public game that the player watches. Only in lists, not in changes. */
  readonly watching?: GameId;
  /** The boards that a computer player offers. If there are none, it starts no games. */
  readonly offers?: readonly OfferedBoards[];
  /** The strength of a computer player. */
  readonly level?: number;
  /** When bytes of the player were last received, with an error of about 20 s; milliseconds since the epoch. */
  readonly lastReceivedAt: number;
  /** The rating for the board of the player's game or seek, if there is one. */
  readonly rating?: SeatRating;
}

export interface ListedSeek {
  readonly host: string;
  readonly protocol: string;
  readonly parameters: GameParameters;
  readonly options: AskedOptions;
  /** The only player who may accept the seek. Only this player and the host see the seek, each with this player's name as it has written the name. */
  readonly opponent?: string;
  /** The colour that the host asks for. */
  readonly color?: Color;
  /** When the seek started to wait; milliseconds since the epoch. */
  readonly since: number;
}

/** The player of a seat. */
export interface ListedSeat {
  readonly name: string;
  readonly protocol: string;
  /** The player's rating at the start of the game, if there is one. */
  readonly rating?: SeatRating;
}

export interface ListedGame {
  readonly game: GameId;
  readonly parameters: GameParameters;
  readonly options: GameOptions;
  readonly black: ListedSeat;
  readonly white: ListedSeat;
  /** When the game started; milliseconds since the epoch. */
  readonly since: number;
}

/** How a game ended. Also used for a game that was adjourned. */
export interface ListedEnd {
  readonly parameters: GameParameters;
  readonly black: string;
  readonly white: string;
  readonly winner: Color | undefined;
  readonly reason: EndOrAdjournReason;
  readonly score: Score | undefined;
  /** Milliseconds that each side has been to move. */
  readonly used: { readonly [color in Color]: number };
}

/** A change of the directory. `seek-added` replaces an earlier seek of its host. `seek-removed`: the seek no longer waits; if it is suspended, it is added again when its host is back. */
export type DirectoryChange =
  | { readonly kind: 'player-arrived'; readonly player: ListedPlayer }
  | { readonly kind: 'player-left'; readonly name: string }
  | { readonly kind: 'seek-added'; readonly seek: ListedSeek }
  | { readonly kind: 'seek-removed'; readonly host: string; readonly isSuspended?: true }
  | { readonly kind: 'game-started'; readonly game: ListedGame }
  /** `end` is absent for a game that cannot be read. */
  | { readonly kind: 'game-ended'; readonly game: GameId; readonly end?: ListedEnd };
