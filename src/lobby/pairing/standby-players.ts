import type { Seek, StandBy } from '../command.ts';
import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import type { Player } from '../players/player.ts';
import { isWaiting, type WaitingPlayer } from './seek-queue.ts';
import type { Seeks } from './seeks.ts';
import { parametersFor } from './standby-offer.ts';

/** A waiting player and the standby player who takes its seek. */
interface Pairing {
  readonly host: WaitingPlayer;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

/** The standby players, and the times at which they take waiting seeks. */
export class StandbyPlayers {
  readonly #seeks: Seeks;
  readonly #directory: DirectorySubscribers;
  /** Oldest first. */
  readonly #standby = new Map<Player, StandBy>();
  /** By waiting player: the time after which a standby player takes the seek. */
  readonly #deadlines = new DeadlineQueue<Player>(
    (host) => this.#deadlineOf(host),
    ({ waitingOrder }) => waitingOrder,
  );

  constructor(seeks: Seeks, directory: DirectorySubscribers) {
    this.#seeks = seeks;
    this.#directory = directory;
  }

  /** The standby players, oldest first. */
  get all(): Iterable<readonly [Player, StandBy]> {
    return this.#standby;
  }

  /** Adds a player of a snapshot. */
  restore(player: Player, standBy: StandBy): void {
    this.#standby.set(player, standBy);
    player.standsBy = standBy;
  }

  add(player: Player, standBy: StandBy): void {
    this.#directory.standbyChanges(player, () => this.restore(player, standBy));
    for (const host of this.#seeks.all()) this.#deadlines.schedule(host, this.#readyAt(host, player, standBy));
  }

  /** Removes the player as a standby player and as a waiting one. */
  remove(player: Player): void {
    if (this.#standby.delete(player)) {
      this.#directory.standbyChanges(player, () => {
        player.standsBy = undefined;
      });
    }
    this.#deadlines.forget(player);
  }

  /** The player waits from now on. */
  schedule(host: Player): void {
    this.#deadlines.schedule(host, this.#deadlineOf(host));
  }

  #deadlineOf(host: Player): number {
    let first = Number.POSITIVE_INFINITY;
    if (!isWaiting(host)) return first;
    for (const [player, standBy] of this.#standby) first = Math.min(first, this.#readyAt(host, player, standBy));
    return first;
  }

  /** The host with the first standby player who takes its seek now. */
  pairForHost(host: Player, now: number): Pairing | undefined {
    if (!isWaiting(host)) return undefined;
    for (const [player, standBy] of this.#standby) {
      const pair = this.#pair(host, player, standBy, now);
      if (pair !== undefined) return pair;
    }
    return undefined;
  }

  /** The standby player with the player who has waited longest for it. */
  pairForStandby(player: Player, standBy: StandBy, now: number): Pairing | undefined {
    let longest: Pairing | undefined;
    for (const host of this.#seeks.all()) {
      if (longest !== undefined && longest.host.waitingOrder < host.waitingOrder) continue;
      longest = this.#pair(host, player, standBy, now) ?? longest;
    }
    return longest;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#deadlines.deadline;
  }

  /** The first player whose seek is due by now. */
  due(now: number): Deadline<Player> | undefined {
    return this.#deadlines.firstDue(now);
  }

  #pair(host: WaitingPlayer, player: Player, standBy: StandBy, now: number): Pairing | undefined {
    const parameters = parametersFor(standBy.offers, host.seek.parameters);
    if (parameters === undefined || this.#readyAt(host, player, standBy) > now) return undefined;
    return { host, guest: { player, seek: { kind: 'seek', parameters: parameters } } };
  }

  /** When a computer player takes this seek: never if it is for another player or for a person. */
  #readyAt(host: WaitingPlayer, player: Player, { offers, minimumWait }: StandBy): number {
    const { parameters, opponent, opponentKind } = host.seek;
    const suits =
      parametersFor(offers, parameters) !== undefined && this.#seeks.wants(opponent, player) && !isUnfair(host.seek);
    if (!suits || opponentKind === 'person') return Number.POSITIVE_INFINITY;
    const isAskedFor = opponent !== undefined || opponentKind === 'computer';
    return host.waitingSince + (isAskedFor ? 0 : minimumWait);
  }
}

/** A rated game in which a computer player would agree to every take-back. */
const isUnfair = ({ options }: Seek): boolean => options?.rated === true && options.takeBack === true;
