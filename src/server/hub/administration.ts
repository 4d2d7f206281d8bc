import type { Decision } from '../../lobby/decision.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { Input } from '../../lobby/input.ts';
import type { Lobby } from '../../lobby/lobby.ts';
import type { FoldLookAlikes } from '../../lobby/players/look-alikes.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import type { ConnectionProfile } from '../../lobby/players/player.ts';

type AdministrationReads = Pick<Lobby, 'addresses' | 'isReserved' | 'setSkeleton'>;

/** What administration needs of the hub. */
interface HubActions {
  /** Gives the lobby an input that no client waits for. */
  apply(input: Input): void;
  /** The same, but resolves with the decision, whose events may not be stored yet. */
  decide(input: Input): Promise<Decision | undefined>;
  /** The same, but resolves after all notices are delivered; with undefined if the server stops. */
  carryOut(input: Input): Promise<Decision | undefined>;
  /** Disconnects clients that the lobby does not know yet, because they have not sent a command. */
  disconnectUnknown(matches: (client: ConnectionProfile) => boolean): void;
  /** The addresses of this process's clients, including those that the lobby does not know yet. */
  addresses(): readonly string[];
}

/**
 * The actions of administrators, and of the accounts. The actions that return `Promise<boolean>` resolve after all notices are
 * delivered; true if the game or a client was found.
 */
export class Administration {
  readonly #lobby: () => AdministrationReads;
  readonly #hub: HubActions;

  constructor(lobby: () => AdministrationReads, hub: HubActions) {
    this.#lobby = lobby;
    this.#hub = hub;
  }

  /** The lobby's list of reserved names. A change applies to players who enter afterwards. */
  readonly names = {
    reserve: (name: string, guarded: boolean): void => this.#hub.apply({ kind: 'reserve-name', name, guarded }),
    unreserve: (name: string): void => this.#hub.apply({ kind: 'unreserve-name', name }),
    admit: (name: string, address: string, until: number): void =>
      this.#hub.apply({ kind: 'admit', name, address, until }),
    open: (name: string, until: number, address?: string): void =>
      this.#hub.apply({ kind: 'open-name', name, until, ...(address === undefined ? {} : { address }) }),
    setSkeleton: (skeleton: FoldLookAlikes): void => this.#lobby().setSkeleton(skeleton),
    has: (name: string): boolean => this.#lobby().isReserved(name),
  };

  /** Allocates the next game number to a game that is not played on this server, such as an imported one. */
  async allocateGame(): Promise<GameId> {
    const decision = await this.#hub.decide({ kind: 'allocate-game' });
    if (decision?.allocated === undefined) throw new Error('no game number was allocated');
    return decision.allocated;
  }

  /** Ends a game without a winner. */
  stopGame(game: GameId): Promise<boolean> {
    return this.#find({ kind: 'stop-game', game });
  }

  /** Disconnects a player, who loses its game. */
  kick(name: string): Promise<boolean> {
    return this.#find({ kind: 'kick', name });
  }

  /** Disconnects all clients of an account. */
  kickAccount(account: string): Promise<boolean> {
    const key = foldName(account);
    this.#hub.disconnectUnknown(({ ownedName }) => ownedName !== undefined && foldName(ownedName) === key);
    return this.#find({ kind: 'kick-account', account });
  }

  /** Disconnects all clients, and ends all reservations of seats, of the addresses that match. */
  kickAddresses(matches: (address: string) => boolean): Promise<boolean> {
    this.#hub.disconnectUnknown(({ address }) => matches(address));
    const addresses = new Set([...this.#lobby().addresses, ...this.#hub.addresses()]);
    return this.#find({ kind: 'kick-addresses', addresses: [...addresses].filter(matches).sort() });
  }

  async #find(input: Input): Promise<boolean> {
    const decision = await this.#hub.carryOut(input);
    return decision?.answer?.kind === 'done';
  }
}
