import { type Color, opposite } from '../rules/color.ts';
import type { Seek } from './command.ts';
import type { Names } from './names.ts';
import type { Observers } from './observers.ts';
import type { Named, Player } from './player.ts';
import type { Wish } from './wish.ts';

/** A player who waits, with the wish. */
export type Waiting = Named & { readonly seek: Seek };

/** Players with the same board share a queue: only they can meet. */
const board = (wish: Wish): string => (wish.game === 'go' ? `go ${wish.size}` : `gomoku ${wish.size} ${wish.rule}`);

/** Who waits for whom, in the order of waiting. */
export class Seeks {
  readonly #queues = new Map<string, Set<Player>>();
  readonly #names: Names;
  readonly #observers: Observers;
  #looks = 0;

  constructor(names: Names, observers: Observers) {
    this.#names = names;
    this.#observers = observers;
  }

  /** The player waits from `now` on, whatever it has waited for before. */
  add(player: Player, seek: Seek, now: number): void {
    this.remove(player);
    player.seek = seek;
    player.waitsSince = now;
    const key = board(seek.wish);
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, new Set([player]));
    else queue.add(player);
    if (isWaiting(player)) this.#observers.waits(player);
  }

  remove(player: Player): void {
    if (player.seek === undefined) return;
    if (isWaiting(player)) this.#observers.waitsNoMore(player);
    const key = board(player.seek.wish);
    const queue = this.#queues.get(key);
    queue?.delete(player);
    if (queue?.size === 0) this.#queues.delete(key);
    player.seek = undefined;
  }

  /** Everyone who waits, whatever for. */
  *everyone(): Iterable<Waiting> {
    for (const queue of this.#queues.values()) for (const player of queue) if (isWaiting(player)) yield player;
  }

  /** The first who waits and fits, first come first served. */
  firstFor(player: Player, seek: Seek): Waiting | undefined {
    const { opponent, wish, color } = seek;
    const hosts = opponent === undefined ? this.openTo(player, wish) : [this.openBy(opponent, player, wish)];
    for (const host of hosts) {
      if (host === undefined || host === player) continue;
      if (color === undefined || color !== (host.seek.color ?? host.seek.waitsAs)) return host;
    }
    return undefined;
  }

  /** Those whose seeks are open to the player, the longest waiting first; its own is, unless it names an opponent. */
  *openTo(player: Player, wish: Wish): Iterable<Waiting> {
    for (const host of this.#waiting(wish)) {
      this.#looks++;
      if (this.wants(host, host.seek.opponent, player)) yield host;
    }
  }

  /** How many that wait have been looked at since this was last asked. */
  takeLooks(): number {
    const looks = this.#looks;
    this.#looks = 0;
    return looks;
  }

  /** Whoever the player calls by this name, if that is somebody else whose seek is open to it. */
  openBy(name: string, player: Player, wish: Wish): Waiting | undefined {
    const host = this.#names.called(player.profile, name);
    if (host === undefined || !isWaiting(host) || board(host.seek.wish) !== board(wish)) return undefined;
    return host !== player && this.wants(host, host.seek.opponent, player) ? host : undefined;
  }

  /** Whether `opponent`, as `who` says it, is nobody in particular or means the candidate. */
  wants(who: Player, opponent: string | undefined, candidate: Player): boolean {
    if (opponent === undefined) return true;
    return candidate.name !== undefined && this.#names.means(who.profile, opponent, candidate.name);
  }

  *#waiting(wish: Wish): Iterable<Waiting> {
    for (const player of this.#queues.get(board(wish)) ?? []) if (isWaiting(player)) yield player;
  }
}

export const isWaiting = (player: Player): player is Waiting => player.name !== undefined && player.seek !== undefined;

/** The host plays black unless one of the two has wished otherwise. */
export const hostColor = (host: Seek, guestColor: Color | undefined): Color =>
  host.color ?? host.waitsAs ?? (guestColor === undefined ? 'black' : opposite(guestColor));
