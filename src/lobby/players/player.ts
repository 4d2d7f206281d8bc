import type { ComputerTerms, Seek } from '../command.ts';
import type { Game } from '../games/game.ts';
import type { ColorOrBoth, GameId } from '../games/game-event.ts';

/** The number of a connection. It is never used again. In an installation of several nodes, it contains the number of the node. */
export type PlayerId = number;

/** The local numbers of a node's connections are below this. */
export const PLAYERS_PER_NODE = 2 ** 26;

/** The node of a player; 0 if the server is one process. */
export const nodeOf = (id: PlayerId): number => Math.floor(id / PLAYERS_PER_NODE);

/** The data of a connection that are known before its first message. Plain JSON data. */
export interface ConnectionProfile {
  readonly protocol: string;
  /** The name of the listener in the configuration; `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name that the client is signed in to. */
  readonly ownedName?: string;
  /** The visit of a browser, which may last longer than its sockets. */
  readonly visit?: VisitId;
}

/** Identifies a visit: the hash of its key, or `@` and the name of its account. Two players have the same visit only while one replaces the other. */
export type VisitId = string;

/** The connected player of a visit; undefined if a seat is reserved for it. */
export interface VisitPlayer {
  readonly player: PlayerId | undefined;
  readonly isSeated: boolean;
}

/** A connected client, or one seat of a computer player. */
export interface Player {
  readonly id: PlayerId;
  readonly profile: ConnectionProfile;
  /** Whether the protocol can propose, agree and decline. */
  readonly canPropose: boolean;
  /** Whether the client can receive the time. */
  readonly isTimed: boolean;
  /** Whether the client can mark dead stones. */
  canMark: boolean;
  /** Numbers players in the order in which they connected. */
  readonly order: number;
  /** Numbers players in the order in which they got their names. */
  namedOrder: number;
  /** Absent until the player has entered. */
  name: string | undefined;
  /** Whether the player has entered without a name of its own. */
  guest: boolean;
  receivesChat: boolean;
  /** Whether the client receives notices of players who enter and leave. */
  receivesArrivals: boolean;
  /** Whether the player does not accept requests for games. */
  isClosed: boolean;
  seek: Seek | undefined;
  /** When the seek started to wait; milliseconds since the epoch. */
  waitingSince: number;
  /** Numbers seeks in the order in which they started to wait. */
  waitingOrder: number;
  /** Present if the player is a computer player. */
  computer: ComputerPlayerState | undefined;
  /**
   * The computer player that has this seat. For its game, a seat of a computer player is a `Player` of its own: it has the number of the
   * connection that serves it and the name of the computer player. It is in no list.
   */
  seatOf: Player | undefined;
  /** The computer player that this connection serves. Another connection has its name; this connection has no name. */
  serves: Player | undefined;
  /** The player's running game and seat. */
  seat: { readonly game: Game; readonly color: ColorOrBoth } | undefined;
  /** The seat that is reserved for this player, until the player takes it. */
  reservedSeat: ReservedSeat | undefined;
  /** When bytes of the player were last received; milliseconds since the epoch. */
  lastReceivedAt: number;
  /** Present while no page of the player is connected: when its connection counts as lost; milliseconds since the epoch. */
  awayUntil: number | undefined;
}

/** The terms of a computer player, its seats by game, and the connections that serve it, including its own, by their numbers. */
export interface ComputerPlayerState {
  terms: ComputerTerms;
  readonly seats: Map<GameId, Player>;
  readonly servers: Map<PlayerId, ComputerConnection>;
}

/** A connection that serves games of a computer player. Each node has one. */
export interface ComputerConnection {
  readonly player: Player;
  terms: ComputerTerms;
  /** The number of seats that the connection serves. */
  playing: number;
}

export type NamedPlayer = Player & { readonly name: string };

/**
 * A seat whose player is away. The same visit may take it from any address, and so may the owner of a reserved name who had the seat. From
 * the same address, a client with the same name, or a guest of the same protocol and listener, may take it.
 */
export interface ReservedSeat {
  readonly game: Game;
  readonly color: ColorOrBoth;
  /** The player who has come back with the name, but has not taken the seat yet. */
  player: Player | undefined;
  /** When the reservation ends; milliseconds since the epoch. */
  until: number;
  /** The visit of the player who had the seat. */
  readonly visit: VisitId | undefined;
}

export const isNamed = (player: Player): player is NamedPlayer => player.name !== undefined;

/** The seats of a computer player, by game. */
export const seatsOf = ({ computer }: Player): readonly Player[] =>
  [...(computer?.seats ?? [])].sort(([one], [other]) => one - other).map(([, seat]) => seat);
