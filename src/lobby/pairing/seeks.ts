import { type Color, opposite } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import {
  type AskedOptions,
  areCompatible,
  commonOptions,
  type GameParameters,
  hasHandicap,
} from '../game-parameters.ts';
import type { KeyHash } from '../games/game-event.ts';
import { isGuestName } from '../players/name-normalisation.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { SequenceNumbers } from '../sequence-numbers.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { mustMeetLater } from './pairing-pools.ts';
import { isHidden, isWaiting, SeekQueue, type WaitingPlayer } from './seek-queue.ts';

/** The key of the queue for a board. Only players with the same key can be paired. */
const queueKey = (parameters: GameParameters): string =>
  parameters.game === 'go' ? `go ${parameters.size}` : `gomoku ${parameters.size} ${parameters.rule}`;

/** The parts of a player's seek that are compared with a waiting seek. */
type Wanted = Pick<Seek, 'parameters' | 'options' | 'color' | 'pool'>;

/** Whether the player has no name, or one that the server has chosen. */
export const isUnnamed = ({ name }: Player): boolean => name === undefined || isGuestName(name);

/** The options that a player asks for. Games of a guest and games with handicap are not rated. */
export const askedOptions = (
  player: Player,
  { options = {}, parameters }: Pick<Seek, 'options' | 'parameters'>,
): AskedOptions => (isUnnamed(player) || hasHandicap(parameters) ? { ...options, rated: false } : options);

/** Whether a waiting seek and a new one can be paired immediately. */
export const canPairNow = (host: WaitingPlayer, player: Player, wanted: Wanted): boolean =>
  !mustMeetLater(host, player, wanted) && areSeeksCompatible(host, player, wanted);

export const areSeeksCompatible = (host: WaitingPlayer, player: Player, wanted: Wanted): boolean =>
  areCompatible(host.seek.parameters, wanted.parameters) &&
  commonOptions(askedOptions(host, host.seek), askedOptions(player, wanted)) !== undefined;

interface LobbyParts {
  readonly mode: ServiceModeControl;
  readonly names: Names;
  readonly directory: DirectoryPublisher;
  readonly numbers: SequenceNumbers;
}

/** All waiting seeks in the order of waiting. */
export class Seeks {
  readonly #queues = new Map<string, SeekQueue>();
  readonly #byInvitation = new Map<KeyHash, WaitingPlayer>();
  readonly #names: Names;
  readonly #directory: DirectoryPublisher;
  readonly #numbers: SequenceNumbers;
  readonly #mode: ServiceModeControl;
  #examined = 0;

  constructor({ mode, names, directory, numbers }: LobbyParts) {
    this.#mode = mode;
    this.#numbers = numbers;
    this.#names = names;
    this.#directory = directory;
  }

  /** Adds a seek that waits from `now` on. Replaces an earlier seek of the player. */
  add(player: Player, seek: Seek, now: number): void {
    this.remove(player);
    player.seek = seek;
    player.waitingSince = now;
    player.waitingOrder = ++this.#numbers.seeks;
    if (!isWaiting(player)) return;
    this.#enqueue(player);
    this.#directory.seekAdded(player);
  }

  /** Adds the waiting players of a snapshot. */
  restore(players: Iterable<Player>): void {
    const waiting = [...players].filter(isWaiting).sort((one, other) => one.waitingOrder - other.waitingOrder);
    for (const player of waiting) {
      this.#enqueue(player);
      this.#directory.seekAdded(player);
    }
  }

  #enqueue(player: WaitingPlayer): void {
    const key = queueKey(player.seek.parameters);
    const queue = this.#queues.get(key) ?? new SeekQueue();
    this.#queues.set(key, queue);
    queue.add(player);
    const { invitation } = player.seek;
    if (invitation !== undefined) this.#byInvitation.set(invitation, player);
  }

  remove(player: Player): void {
    if (isWaiting(player)) {
      this.#directory.seekRemoved(player);
      this.#dequeue(player);
    }
    player.seek = undefined;
  }

  /** The seek stops waiting, but the player keeps it. */
  suspend(player: WaitingPlayer): void {
    this.#directory.seekRemoved(player, { isSuspended: true });
    this.#dequeue(player);
  }

  #dequeue(player: WaitingPlayer): void {
    const key = queueKey(player.seek.parameters);
    const queue = this.#queues.get(key);
    queue?.remove(player);
    const { invitation } = player.seek;
    if (invitation !== undefined) this.#byInvitation.delete(invitation);
    if (queue?.all.size === 0) this.#queues.delete(key);
  }

  /** The waiting player whose seek has this invitation. */
  invitedBy(invitation: KeyHash): WaitingPlayer | undefined {
    return this.#byInvitation.get(invitation);
  }

  *all(): Iterable<WaitingPlayer> {
    for (const queue of this.#queues.values()) yield* queue.all;
  }

  /** The first waiting seek that fits. */
  firstFor(player: Player, seek: Seek): WaitingPlayer | undefined {
    const { opponent, opponentKind, color } = seek;
    if (opponentKind === 'computer' || isHidden(seek)) return undefined;
    if (opponent !== undefined) {
      const host = this.openBy(opponent, player, seek);
      return host !== undefined && (color === undefined || color !== promised(host.seek)) ? host : undefined;
    }
    for (const host of this.openTo(player, seek)) if (host !== player) return host;
    return undefined;
  }

  /**
   * The seeks that the player can accept, the oldest first. The player's own seek is included, unless it names an opponent. With a colour:
   * only seeks whose hosts have not been promised this colour.
   */
  *openTo(player: Player, wanted: Wanted): Iterable<WaitingPlayer> {
    const queue = this.#queues.get(queueKey(wanted.parameters));
    if (queue === undefined) return;
    const names = player.name === undefined ? [] : this.#names.namesAndAliases(player.name);
    for (const host of queue.open(names, wanted.color)) {
      this.#examined++;
      if (canPairNow(host, player, wanted) && this.#mode.allowsGamesOf(host)) yield host;
    }
  }

  /** The number of seeks examined since the last call. */
  takeExamined(): number {
    const examined = this.#examined;
    this.#examined = 0;
    return examined;
  }

  /** The other player with this name, if this player can accept the other's seek. */
  openBy(name: string, player: Player, wanted: Wanted): WaitingPlayer | undefined {
    const host = this.#names.findPresent(name);
    if (host === undefined || !isWaiting(host)) return undefined;
    if (host.seek.opponentKind === 'computer' || isHidden(host.seek)) return undefined;
    if (!canPairNow(host, player, wanted) || !this.#mode.allowsGamesOf(host)) return undefined;
    return host !== player && this.wants(host.seek.opponent, player) ? host : undefined;
  }

  /** Whether a seek for this opponent accepts the candidate. */
  wants(opponent: string | undefined, candidate: Player): boolean {
    if (opponent === undefined) return true;
    return candidate.name !== undefined && this.#names.means(opponent, candidate.name);
  }
}

/** The colour that a host has asked for, or gets as host. */
const promised = ({ color, hostColor }: Seek): Color | undefined => color ?? hostColor;

/** The colour of the host: black, unless one of the two seeks asks for something else. */
export const hostColor = (host: Seek, guestColor: Color | undefined): Color =>
  promised(host) ?? (guestColor === undefined ? 'black' : opposite(guestColor));
