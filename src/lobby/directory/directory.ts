import type { Color } from '../../rules/color.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { GameId } from '../games/game-event.ts';
import type { Offer } from '../pairing/standby-offer.ts';

/** Everybody who has entered, every wish that waits and every game that runs. Names are as they are, without aliases. */
export interface Directory {
  readonly players: readonly ListedPlayer[];
  readonly seeks: readonly ListedSeek[];
  readonly games: readonly ListedGame[];
}

/** A directory is told in the order in which players came, each with its seek, and then in that of the games. */
export interface DirectoryPlace {
  /** The order of the last player and the id of the last game that have been told; 0 before the first. */
  readonly player: number;
  readonly game: GameId;
}

/** `next` is absent in the last part. */
export interface DirectoryPart {
  readonly directory: Directory;
  readonly next?: DirectoryPlace;
}

export interface ListedPlayer {
  readonly name: string;
  readonly protocol: string;
  /** The game in which the player sits. */
  readonly game?: GameId;
  /** What somebody who attends sits down to. */
  readonly offers?: readonly Offer[];
}

export interface ListedSeek {
  readonly host: string;
  readonly protocol: string;
  readonly parameters: GameParameters;
  /** The only one whom it meets. Nobody else but the host is shown such a seek. */
  readonly opponent?: string;
  /** The colour that the host wishes for. */
  readonly color?: Color;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Somebody at a board. */
export interface ListedSeat {
  readonly name: string;
  readonly protocol: string;
}

export interface ListedGame {
  readonly game: GameId;
  readonly parameters: GameParameters;
  readonly black: ListedSeat;
  readonly white: ListedSeat;
  /** When it began; milliseconds since the epoch. */
  readonly since: number;
}

/** What becomes different in a directory. A seek takes the place of an earlier one of its host. */
export type Change =
  | { readonly kind: 'arrived'; readonly player: ListedPlayer }
  | { readonly kind: 'gone'; readonly name: string }
  | { readonly kind: 'seeks'; readonly seek: ListedSeek }
  | { readonly kind: 'settled'; readonly host: string }
  | { readonly kind: 'begun'; readonly game: ListedGame }
  | { readonly kind: 'over'; readonly game: GameId };
