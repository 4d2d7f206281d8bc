import type { ComputerTerms, Seek } from './command.ts';
import type { DirectoryPublisher } from './directory/directory-publisher.ts';
import { Game } from './games/game.ts';
import type { ColorOrBoth, GameId } from './games/game-event.ts';
import type { GameSnapshot } from './games/game-snapshot.ts';
import type { Games } from './games/games.ts';
import type { Spectators } from './games/spectators.ts';
import type { ComputerPlayers } from './pairing/computer-players.ts';
import type { PairingPools, PoolSnapshot } from './pairing/pairing-pools.ts';
import type { Seeks } from './pairing/seeks.ts';
import type { NameReservationSnapshot, NameReservations } from './players/name-reservations.ts';
import type { NameSnapshot, Names } from './players/names.ts';
import type { ComputerPlayerState, Player, PlayerId, ReservedSeat, VisitId } from './players/player.ts';
import type { Players } from './players/players.ts';
import type { ReservedSeats } from './players/reserved-seats.ts';
import type { SequenceNumbers } from './sequence-numbers.ts';
import type { ServiceModeControl, ServiceModeSnapshot } from './service-mode.ts';

/** The state of a lobby as plain JSON data. Equal states have equal snapshots. */
export interface LobbySnapshot {
  readonly now: number;
  readonly mode: ServiceModeSnapshot;
  readonly numbers: SequenceNumbers;
  /** Sorted. */
  readonly reservations: readonly NameReservationSnapshot[];
  /** Protocols that have had a client, sorted. */
  readonly protocols: readonly string[];
  /** Running and adjourned games, by id. */
  readonly games: readonly GameSnapshot[];
  /** In the order in which the players connected. */
  readonly players: readonly PlayerSnapshot[];
  /** The oldest first. */
  readonly reservedSeats: readonly ReservedSeatSnapshot[];
  /** Sorted. */
  readonly names: readonly (NameSnapshot & BearerSnapshot)[];
  /** By listener. */
  readonly pools: readonly PoolSnapshot[];
  /** In the order of subscription. */
  readonly subscribers: readonly PlayerId[];
  /** By game. The players are in the order in which they started to watch. */
  readonly spectators: readonly { readonly game: GameId; readonly players: readonly PlayerId[] }[];
}

type PlayerSnapshot = Omit<
  Player,
  'name' | 'seek' | 'seat' | 'reservedSeat' | 'computer' | 'seatOf' | 'serves' | 'canPropose' | 'isTimed' | 'awayUntil'
> & {
  readonly name?: string;
  readonly seek?: Seek;
  readonly seat?: SeatPlace;
  readonly computer?: ComputerSnapshot;
  readonly awayUntil?: number;
};

interface ComputerSnapshot {
  /** The connections that serve the computer player, including its own; by number. */
  readonly servers: readonly { readonly player: PlayerId; readonly terms: ComputerTerms }[];
  /** The seats by game. `server`: the connection that serves the game. */
  readonly seats: readonly (SeatPlace & { readonly server: PlayerId; readonly lastReceivedAt: number })[];
}

/** The seat of a player, or a reserved seat. */
interface SeatPlace {
  readonly game: GameId;
  readonly color: ColorOrBoth;
}

interface ReservedSeatSnapshot extends SeatPlace {
  /** The player who has come back with the name. */
  readonly player?: PlayerId;
  /** Milliseconds since the epoch; null if the reservation has no end. */
  readonly until: number | null;
  readonly visit?: VisitId;
}

type BearerSnapshot = { readonly player: PlayerId } | { readonly reserved: SeatPlace };

export interface StatefulLobbyParts {
  readonly mode: ServiceModeControl;
  readonly numbers: SequenceNumbers;
  readonly reservations: NameReservations;
  readonly names: Names;
  readonly games: Games;
  readonly players: Players;
  readonly reservedSeats: ReservedSeats;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly pools: PairingPools;
  readonly directory: DirectoryPublisher;
  readonly spectators: Spectators;
}

export function takeSnapshot(parts: StatefulLobbyParts, now: number): LobbySnapshot {
  const { running, adjourned } = parts.games;
  const games = [...running.all, ...adjourned.all].sort((one, other) => one.id - other.id);
  const watched = games.map((game) => ({ game: game.id, players: idsOf(parts.spectators.watching(game)) }));
  return {
    now,
    mode: parts.mode.snapshot(),
    numbers: { ...parts.numbers },
    reservations: parts.reservations.snapshot(),
    protocols: parts.names.protocols,
    games: games.map((game) => game.snapshot()),
    players: Array.from(parts.players.all, playerSnapshot),
    reservedSeats: Array.from(parts.reservedSeats, reservedSeatSnapshot),
    names: parts.names.snapshot((bearer) =>
      'player' in bearer ? { player: bearer.player.id } : { reserved: placeOf(bearer.reservedSeat) },
    ),
    pools: parts.pools.snapshot(),
    subscribers: idsOf(parts.directory.subscribers),
    spectators: watched.filter(({ players }) => players.length > 0),
  };
}

const idsOf = (players: Iterable<Player>): PlayerId[] => Array.from(players, ({ id }) => id);

const placeOf = ({ game, color }: { readonly game: Game; readonly color: ColorOrBoth }): SeatPlace => ({
  game: game.id,
  color,
});

/** The snapshot of a player. The order of the fields is fixed, so that equal players have equal snapshots. */
function playerSnapshot(player: Player): PlayerSnapshot {
  const { id, profile, order, namedOrder, name, guest, canMark, receivesChat, receivesArrivals, isClosed } = player;
  const { seek, waitingSince, waitingOrder, lastReceivedAt, seat, computer, awayUntil } = player;
  return {
    ...{ id, profile, order, namedOrder, guest, canMark, receivesChat, receivesArrivals, isClosed },
    ...{ waitingSince, waitingOrder, lastReceivedAt },
    ...(name === undefined ? {} : { name }),
    ...(seek === undefined ? {} : { seek }),
    ...(seat === undefined ? {} : { seat: placeOf(seat) }),
    ...(computer === undefined ? {} : { computer: computerSnapshot(computer) }),
    ...(awayUntil === undefined ? {} : { awayUntil }),
  };
}

function computerSnapshot({ seats, servers }: ComputerPlayerState): ComputerSnapshot {
  const places = [...seats.values()].flatMap(({ id, seat, lastReceivedAt }) =>
    seat === undefined ? [] : [{ ...placeOf(seat), server: id, lastReceivedAt }],
  );
  const terms = Array.from(servers.values(), (server) => ({ player: server.player.id, terms: server.terms }));
  return {
    servers: terms.sort((one, other) => one.player - other.player),
    seats: places.sort((one, other) => one.game - other.game),
  };
}

function reservedSeatSnapshot(reservedSeat: ReservedSeat): ReservedSeatSnapshot {
  const { player, until, visit } = reservedSeat;
  return {
    ...placeOf(reservedSeat),
    ...(player === undefined ? {} : { player: player.id }),
    until: Number.isFinite(until) ? until : null,
    ...(visit === undefined ? {} : { visit }),
  };
}

/** Puts the state of a snapshot into the parts of a new lobby. */
export function restoreSnapshot(parts: StatefulLobbyParts, snapshot: LobbySnapshot): void {
  const { players, games } = parts;
  const playerOf = (id: PlayerId): Player => required(players.player(id), `player ${id}`);
  const gameOf = (id: GameId): Game => required(games.find(id), `game ${id}`);
  Object.assign(parts.numbers, snapshot.numbers);
  parts.mode.restore(snapshot.mode);
  parts.reservations.restore(snapshot.reservations);
  for (const each of snapshot.games) games.restore(Game.restore(each));
  for (const { seat, computer: _, ...rest } of snapshot.players) {
    const game = seat && gameOf(seat.game);
    const abilities = parts.names.abilitiesOf(rest.profile.protocol);
    const place = game && seat && { game, color: seat.color };
    const { name, seek, awayUntil } = rest;
    const absent = { computer: undefined, seatOf: undefined, serves: undefined, reservedSeat: undefined };
    const player: Player = { ...rest, name, seek, awayUntil, ...abilities, seat: place, ...absent };
    players.restore(player);
    if (place !== undefined) occupySeat(player, place);
  }
  for (const { id, name, computer } of snapshot.players) {
    if (computer === undefined) continue;
    const player = playerOf(id);
    for (const { player: server, terms } of computer.servers) {
      if (server !== id) playerOf(server).serves = player;
      parts.computers.restore(player, terms, playerOf(server));
    }
    const { group } = player.computer?.terms ?? {};
    if (group !== undefined && name !== undefined) parts.names.joinGroup(group, name);
    for (const { game, color, server, lastReceivedAt } of computer.seats) {
      const seatPlayer = parts.computers.newSeat(player, playerOf(server), lastReceivedAt);
      seatPlayer.seat = { game: gameOf(game), color };
      occupySeat(seatPlayer, seatPlayer.seat);
      parts.computers.occupied(seatPlayer, game);
    }
  }
  for (const { game, color, player, until, visit } of snapshot.reservedSeats) {
    const reserved = parts.reservedSeats.restore(gameOf(game), color, until ?? Number.POSITIVE_INFINITY, visit);
    if (player !== undefined) parts.reservedSeats.claim(reserved, playerOf(player));
  }
  parts.names.restore(snapshot.protocols, snapshot.names, (bearer) =>
    'player' in bearer
      ? { player: playerOf(bearer.player) }
      : { reservedSeat: required(gameOf(bearer.reserved.game).reserved(bearer.reserved.color), 'a reserved seat') },
  );
  players.restoreNamed();
  parts.seeks.restore(players.all);
  parts.pools.restore(snapshot.pools);
  for (const host of parts.seeks.all()) parts.computers.schedule(host);
  for (const id of snapshot.subscribers) parts.directory.add(playerOf(id));
  for (const { game, players: ids } of snapshot.spectators)
    for (const id of ids) parts.spectators.add(gameOf(game), playerOf(id));
  games.scheduleAll();
}

function occupySeat(player: Player, { game, color }: { readonly game: Game; readonly color: ColorOrBoth }): void {
  for (const each of game.colors(color)) game.seats[each].player = player;
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the snapshot has no ${what}`);
  return value;
}
