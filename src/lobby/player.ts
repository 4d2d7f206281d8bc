import type { Attend, Seek } from './command.ts';
import type { Game, SeatColor } from './game.ts';

/** Numbers the connections of one process. */
export type PlayerId = number;

/** What is known of a connection before it says anything. */
export interface Profile {
  readonly protocol: string;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The form in which the player's protocol can carry a name. */
  readonly carryName: (name: string) => string;
  /** Its clients can propose, agree and decline. */
  readonly proposes?: boolean;
  /** The reserved name whose owner this is. */
  readonly owns?: string;
}

/** Somebody who is connected. */
export interface Player {
  readonly id: PlayerId;
  readonly profile: Profile;
  /** Absent until the player has entered. */
  name: string | undefined;
  /** The protocol has no names. */
  guest: boolean;
  chats: boolean;
  /** Hears who enters and leaves. */
  greets: boolean;
  /** The wish that waits. */
  seek: Seek | undefined;
  /** Since when; milliseconds since the epoch. */
  waitsSince: number;
  /** Whoever began to wait earlier has a lower one. */
  place: number;
  /** What it attends to those that wait with. */
  attends: Attend | undefined;
  /** The game that is being played, and where the player sits. */
  seat: { readonly game: Game; readonly color: SeatColor } | undefined;
  /** The seat that is held for this player until it wishes for it. */
  hold: Hold | undefined;
  /** When the player last said anything; milliseconds since the epoch. */
  lastHeard: number;
}

/** Somebody who has entered. */
export type Named = Player & { readonly name: string };

/**
 * A seat whose player is away. Nobody but the same name (or a guest of the same kind) from the same address gets it, and
 * the owner of that name, from anywhere, where it was the owner who sat there.
 */
export interface Hold {
  readonly game: Game;
  readonly color: SeatColor;
  /** Who has come back under the name, but has not wished for the game yet. */
  player: Player | undefined;
  /** When it is given up; milliseconds since the epoch. */
  until: number;
}
