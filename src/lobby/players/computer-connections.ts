import type { DecisionBuilder } from '../decision.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import type { Games } from '../games/games.ts';
import type { ComputerPlayers } from '../pairing/computer-players.ts';
import type { Names } from './names.ts';
import { type ConnectionProfile, type Player, seatsOf } from './player.ts';

interface LobbyParts {
  readonly names: Names;
  readonly computers: ComputerPlayers;
  readonly games: Games;
  readonly directory: DirectoryPublisher;
}

/** Changes of the list of players. */
interface PlayerActions {
  remove(decision: DecisionBuilder, player: Player): void;
  /** The second player takes the place of the first one in the lists. */
  moveName(from: Player, to: Player): void;
}

/** The connections of computer players. Several connections, of different nodes, serve one player. */
export class ComputerConnections {
  readonly #parts: LobbyParts;
  readonly #actions: PlayerActions;

  constructor(parts: LobbyParts, actions: PlayerActions) {
    this.#parts = parts;
    this.#actions = actions;
  }

  /** The computer player with this name, if a connection with this profile may serve it. */
  find({ protocol, address }: ConnectionProfile, name: string): Player | undefined {
    const owner = this.#parts.names.bearerOf(name);
    if (owner === undefined || !('player' in owner) || owner.player.computer === undefined) return undefined;
    const { profile } = owner.player;
    return protocol === profile.protocol && address === profile.address ? owner.player : undefined;
  }

  /** Whether a computer player can enter with this name, as a member of this group, or serve the computer player that has the name. */
  canEnter(name: string, group: string | undefined, profile: ConnectionProfile): boolean {
    if (this.find(profile, name) !== undefined) return true;
    const { names } = this.#parts;
    return !names.isTaken(name) && (group === undefined || names.canBeGroup(group));
  }

  /**
   * One of several connections is lost. For each of its games, the remaining connection with the most free seats takes the seat. If no
   * connection can take it, the seat is reserved for `grace` milliseconds.
   */
  lose(decision: DecisionBuilder, server: Player, grace: number): void {
    const { computers, games } = this.#parts;
    const player = server.serves ?? this.#promoteSuccessor(server);
    const seats = seatsOf(player).filter(({ id }) => id === server.id);
    computers.removeServer(player, server);
    server.serves = undefined;
    this.#actions.remove(decision, server);
    for (const seat of seats) {
      const { game, color } = seat.seat ?? {};
      if (game === undefined || color === undefined) continue;
      games.reserveSeat(decision, seat, decision.now + grace);
      const reservedSeat = game.reserved(color);
      const found = computers.serverFor(player, game.record(color).parameters, true);
      if (reservedSeat === undefined || found === undefined || !games.isPlayable(decision, game)) continue;
      const taken = computers.newSeat(player, found.server.player, decision.now);
      games.takeReservedSeat(decision, reservedSeat, taken, false);
    }
  }

  /** Another connection has the name from now on. No client receives a notice, because it is the same player. */
  #promoteSuccessor(player: Player): Player {
    const { names, computers, directory } = this.#parts;
    const [successor = player] = connectionsOf(player);
    const { name, namedOrder } = player;
    if (name === undefined) return player;
    computers.promote(player, successor);
    player.name = undefined;
    Object.assign(successor, { name, namedOrder });
    names.assign(name, { player: successor });
    this.#actions.moveName(player, successor);
    directory.playerChanged(successor);
    return successor;
  }
}

/** Whether other connections serve the same computer player. */
export const isShared = ({ serves, computer }: Player): boolean =>
  serves !== undefined || (computer !== undefined && computer.servers.size > 1);

/** The connections of a player in the order in which they came. The one that has the name is last. */
export const connectionsOf = (player: Player): readonly Player[] => {
  const all = Array.from(player.computer?.servers.values() ?? [], (server) => server.player);
  const others = all.filter((each) => each !== player).sort((one, other) => one.order - other.order);
  return [...others, player];
};
