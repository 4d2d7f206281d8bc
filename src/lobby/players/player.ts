import type { ComputerTerms, Seek } from '../command.ts';
import type { Game } from '../games/game.ts';
import type { GameId, SeatColor } from '../games/game-event.ts';

/** The number of a connection, never used again. Where several nodes are one server, it contains the number of its node. */
export type PlayerId = number;

/** The connections of one node are numbered below this. */
export const PLAYERS_PER_NODE = 2 ** 26;

/** The node of a player; 0 where there is only one process. */
export const nodeOf = (id: PlayerId): number => Math.floor(id / PLAYERS_PER_NODE);

/** What is known of a connection before it says anything: plain data. */
export interface ClientProfile {
  readonly protocol: string;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name that this client has signed in for. */
  readonly ownedName?: string;
  /** Identifies a browser's stay, which outlives its sockets: the hash of its key, or the account. */
  readonly visit?: VisitId;
}

/** The hash of the key of a visit, or `@` and the name of its account. No two players have the same, but while one replaces the other. */
export type VisitId = string;

/** The connected player of a visit; undefined if a seat is reserved for it. */
export interface VisitStatus {
  readonly player: PlayerId | undefined;
  readonly isSeated: boolean;
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
  /** Does not want to be asked for games. */
  isClosed: boolean;
  /** The player's waiting seek. */
  seek: Seek | undefined;
  /** Since when; milliseconds since the epoch. */
  waitingSince: number;
  /** The order of waiting: an older seek has a lower number. */
  waitingOrder: number;
  /** What makes it a computer player. */
  computer: ComputerPlayerState | undefined;
  /**
   * The computer player that has this seat. A seat is a player only to its game: it has the number of the connection that serves it and the
   * name of the computer player, and stands in no list.
   */
  seatOf: Player | undefined;
  /** The computer player that this connection serves under another connection's name. It has no name of its own. */
  serves: Player | undefined;
  /** The player's running game and seat. */
  seat: { readonly game: Game; readonly color: SeatColor } | undefined;
  /** The seat that is reserved for this player until it asks for it. */
  reservedSeat: ReservedSeat | undefined;
  /** When bytes of the player were last received; milliseconds since the epoch. */
  lastHeard: number;
  /** No page of the player is connected, and its connection is lost then; milliseconds since the epoch. */
  awayUntil: number | undefined;
}

/** The terms of a computer player, its seats by game, and the connections that serve it by their numbers, its own among them. */
export interface ComputerPlayerState {
  terms: ComputerTerms;
  readonly seats: Map<GameId, Player>;
  readonly servers: Map<PlayerId, ComputerConnection>;
}

/** A connection that serves games of a computer player; each node has one. */
export interface ComputerConnection {
  readonly player: Player;
  terms: ComputerTerms;
  /** Seats that it serves. */
  playing: number;
}

/** A player with a name. */
export type NamedPlayer = Player & { readonly name: string };

/**
 * A seat whose player is away. A client with the same name (or a guest of the same kind) from the same address may take it, and
 * from any address the same visit, and the owner of a reserved name if the owner had the seat.
 */
export interface ReservedSeat {
  readonly game: Game;
  readonly color: SeatColor;
  /** The player who has come back with the name, but has not asked for the game yet. */
  player: Player | undefined;
  /** When the reservation ends; milliseconds since the epoch. */
  until: number;
  /** That of the player who had the seat: the same visit may take it from any address. */
  readonly visit: VisitId | undefined;
}

export const isNamed = (player: Player): player is NamedPlayer => player.name !== undefined;

/** The seats of a computer player, by game. */
export const seatsOf = ({ computer }: Player): readonly Player[] =>
  [...(computer?.seats ?? [])].sort(([one], [other]) => one - other).map(([, seat]) => seat);
