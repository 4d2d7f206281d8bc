import type { Seek, StandBy } from '../command.ts';
import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import type { Player } from '../players/player.ts';
import type { WaitingPlayer } from './seek-queue.ts';
import { isWaiting, type Seeks } from './seeks.ts';
import { parametersFor } from './standby-offer.ts';

/** Somebody who waits and the attendant who sits down with it, with a wish that meets the host's. */
interface Pairing {
  readonly host: WaitingPlayer;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

/** Who attends to those that wait, and when. */
export class StandbyPlayers {
  readonly #seeks: Seeks;
  readonly #directory: DirectorySubscribers;
  /** The longest attending first. */
  readonly #standby = new Map<Player, StandBy>();
  /** When each of those that wait will have waited for long enough. */
  readonly #deadlines = new DeadlineQueue<Player>(
    (host) => this.#deadlineOf(host),
    ({ waitingOrder }) => waitingOrder,
  );

  constructor(seeks: Seeks, directory: DirectorySubscribers) {
    this.#seeks = seeks;
    this.#directory = directory;
  }

  /** The longest standing by first. */
  get all(): Iterable<readonly [Player, StandBy]> {
    return this.#standby;
  }

  /** Adds a player of a snapshot. */
  restore(player: Player, standBy: StandBy): void {
    this.#standby.set(player, standBy);
    player.standsBy = standBy.offers.length === 0 ? undefined : standBy;
  }

  add(player: Player, attend: StandBy): void {
    this.restore(player, attend);
    this.#directory.playerChanged(player);
    for (const host of this.#seeks.all()) this.#deadlines.schedule(host, this.#readyAt(host, player, attend));
  }

  /** The player attends no more, and neither does it wait. */
  remove(player: Player): void {
    if (this.#standby.delete(player)) this.#directory.playerChanged(player);
    player.standsBy = undefined;
    this.#deadlines.forget(player);
  }

  /** The player waits. */
  schedule(host: Player): void {
    this.#deadlines.schedule(host, this.#deadlineOf(host));
  }

  #deadlineOf(host: Player): number {
    let first = Number.POSITIVE_INFINITY;
    if (!isWaiting(host)) return first;
    for (const [player, standBy] of this.#standby) first = Math.min(first, this.#readyAt(host, player, standBy));
    return first;
  }

  /** This host and the first who sits down with it now. */
  pairOf(host: Player, now: number): Pairing | undefined {
    if (!isWaiting(host)) return undefined;
    for (const [player, attend] of this.#standby) {
      const pair = this.#pair(host, player, attend, now);
      if (pair !== undefined) return pair;
    }
    return undefined;
  }

  /** The attendant and whoever has waited for it the longest. */
  pairFor(player: Player, attend: StandBy, now: number): Pairing | undefined {
    let longest: Pairing | undefined;
    for (const host of this.#seeks.all()) {
      if (longest !== undefined && longest.host.waitingOrder < host.waitingOrder) continue;
      longest = this.#pair(host, player, attend, now) ?? longest;
    }
    return longest;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#deadlines.deadline;
  }

  /** The first player who has waited for long enough by now. */
  due(now: number): Deadline<Player> | undefined {
    return this.#deadlines.firstDue(now);
  }

  #pair(host: WaitingPlayer, player: Player, attend: StandBy, now: number): Pairing | undefined {
    const parameters = parametersFor(attend.offers, host.seek.parameters);
    if (parameters === undefined || this.#readyAt(host, player, attend) > now) return undefined;
    return { host, guest: { player, seek: { kind: 'seek', parameters: parameters } } };
  }

  /** When a computer player sits down with this host: never if the host waits for another player, or for a person. */
  #readyAt(host: WaitingPlayer, player: Player, { offers, minimumWait }: StandBy): number {
    const { parameters, opponent, opponentKind } = host.seek;
    const suits = parametersFor(offers, parameters) !== undefined && this.#seeks.wants(opponent, player);
    if (!suits || opponentKind === 'person') return Number.POSITIVE_INFINITY;
    const isAskedFor = opponent !== undefined || opponentKind === 'computer';
    return host.waitingSince + (isAskedFor ? 0 : minimumWait);
  }
}
