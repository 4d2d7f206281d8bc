import type { ComputerTerms, Seek } from '../command.ts';
import type { Game } from '../games/game.ts';
import type { GameId, SeatColor } from '../games/game-event.ts';

/** The number of a connection, unique in one process. */
export type PlayerId = number;

/** What is known of a connection before it says anything: plain data. */
export interface ClientProfile {
  readonly protocol: string;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name that this client has signed in for. */
  readonly ownedName?: string;
}

/** A connected client, or one seat of a computer player. */
export interface Player {
  readonly id: PlayerId;
  readonly profile: ClientProfile;
  /** Its protocol can propose, agree and decline. */
  readonly canPropose: boolean;
  /** Its protocol can tell it the time. */
  readonly isTimed: boolean;
  /** Its client can mark dead stones. */
  canMark: boolean;
  /** The order in which players came: an earlier one has a lower number. */
  readonly order: number;
  /** The order in which names were taken. */
  namedOrder: number;
  /** Absent until the player has entered. */
  name: string | undefined;
  /** The protocol has no names. */
  guest: boolean;
  chats: boolean;
  /** Is sent notices of players who enter and leave. */
  hearsArrivals: boolean;
  /** The player's waiting seek. */
  seek: Seek | undefined;
  /** Since when; milliseconds since the epoch. */
  waitingSince: number;
  /** The order of waiting: an older seek has a lower number. */
  waitingOrder: number;
  /** What makes it a computer player. */
  computer: ComputerRole | undefined;
  /**
   * The computer player that has this seat. A seat is a player only to its game: it has the number and the name of the computer
   * player, and stands in no list.
   */
  readonly seatOf: Player | undefined;
  /** The player's running game and seat. */
  seat: { readonly game: Game; readonly color: SeatColor } | undefined;
  /** The seat that is reserved for this player until it asks for it. */
  reservedSeat: ReservedSeat | undefined;
  /** When bytes of the player were last received; milliseconds since the epoch. */
  lastHeard: number;
  /** No page of the player is connected, and its connection is lost then; milliseconds since the epoch. */
  awayUntil: number | undefined;
}

/** The terms of a computer player, and its seats by game. */
export interface ComputerRole {
  terms: ComputerTerms;
  readonly seats: Map<GameId, Player>;
}

/** A player with a name. */
export type Named = Player & { readonly name: string };

/**
 * A seat whose player is away. A client with the same name (or a guest of the same kind) from the same address may take it, and
 * the owner of a reserved name from any address if the owner had the seat.
 */
export interface ReservedSeat {
  readonly game: Game;
  readonly color: SeatColor;
  /** The player who has come back with the name, but has not asked for the game yet. */
  player: Player | undefined;
  /** When the reservation ends; milliseconds since the epoch. */
  until: number;
}

export const isNamed = (player: Player): player is Named => player.name !== undefined;
