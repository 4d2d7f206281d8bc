import type { Attend, Seek } from './command.ts';
import type { Observers } from './observers.ts';
import { wishFor } from './offer.ts';
import type { Player } from './player.ts';
import type { Waiting } from './queue.ts';
import { isWaiting, type Seeks } from './seeks.ts';
import { Watches } from './watches.ts';

/** Somebody who waits and the attendant who sits down with it, with a wish that meets the host's. */
interface Pair {
  readonly host: Waiting;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

/** Who attends to those that wait, and when. */
export class Attendants {
  readonly #seeks: Seeks;
  readonly #observers: Observers;
  /** The longest attending first. */
  readonly #attending = new Map<Player, Attend>();
  /** When each of those that wait will have waited for long enough. */
  readonly #watches = new Watches<Player>();

  constructor(seeks: Seeks, observers: Observers) {
    this.#seeks = seeks;
    this.#observers = observers;
  }

  add(player: Player, attend: Attend): void {
    this.#attending.set(player, attend);
    player.attends = attend.offers.length === 0 ? undefined : attend;
    this.#observers.touch(player);
    for (const host of this.#seeks.everyone()) this.#watches.watch(host, this.#readyAt(host, player, attend));
  }

  /** The player attends no more, and neither does it wait. */
  remove(player: Player): void {
    if (this.#attending.delete(player)) this.#observers.touch(player);
    player.attends = undefined;
    this.#watches.forget(player);
  }

  /** Somebody waits. */
  watch(host: Player): void {
    if (!isWaiting(host)) return;
    for (const [player, attend] of this.#attending) this.#watches.watch(host, this.#readyAt(host, player, attend));
  }

  /** This host and the first who sits down with it now. */
  pairOf(host: Player, now: number): Pair | undefined {
    if (!isWaiting(host)) return undefined;
    for (const [player, attend] of this.#attending) {
      const pair = this.#pair(host, player, attend, now);
      if (pair !== undefined) return pair;
    }
    return undefined;
  }

  /** The attendant and whoever has waited for it the longest. */
  pairFor(player: Player, attend: Attend, now: number): Pair | undefined {
    let longest: Pair | undefined;
    for (const host of this.#seeks.everyone()) {
      if (longest !== undefined && longest.host.waitsSince <= host.waitsSince) continue;
      longest = this.#pair(host, player, attend, now) ?? longest;
    }
    return longest;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#watches.deadline;
  }

  /** Those that have waited for long enough by now, the longest waiting first. */
  *due(now: number): Iterable<Pair> {
    for (const host of this.#watches.due(now)) {
      const pair = this.pairOf(host, now);
      if (pair !== undefined) yield pair;
      // Whoever it was watched for is gone; somebody more patient may be there.
      else this.watch(host);
    }
  }

  #pair(host: Waiting, player: Player, attend: Attend, now: number): Pair | undefined {
    const wish = wishFor(attend.offers, host.seek.wish);
    if (wish === undefined || this.#readyAt(host, player, attend) > now) return undefined;
    return { host, guest: { player, seek: { kind: 'seek', wish } } };
  }

  /** When an attendant sits down with this host: never if it waits for somebody else. */
  #readyAt(host: Waiting, player: Player, { offers, patience }: Attend): number {
    const { wish, opponent } = host.seek;
    const suits = wishFor(offers, wish) !== undefined && this.#seeks.wants(host, opponent, player);
    if (!suits) return Number.POSITIVE_INFINITY;
    return host.waitsSince + (opponent === undefined ? patience : 0);
  }
}
