import { type Color, opposite } from '../rules/color.ts';
import type { Seek } from './command.ts';
import type { Names } from './names.ts';
import type { Observers } from './observers.ts';
import type { Player } from './player.ts';
import { Queue, type Waiting } from './queue.ts';
import type { Wish } from './wish.ts';

/** Players with the same board share a queue: only they can meet. */
const board = (wish: Wish): string => (wish.game === 'go' ? `go ${wish.size}` : `gomoku ${wish.size} ${wish.rule}`);

/** Who waits for whom, in the order of waiting. */
export class Seeks {
  readonly #queues = new Map<string, Queue>();
  readonly #names: Names;
  readonly #observers: Observers;
  #places = 0;
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
    player.place = this.#places++;
    if (!isWaiting(player)) return;
    const key = board(seek.wish);
    const queue = this.#queues.get(key) ?? new Queue();
    this.#queues.set(key, queue);
    queue.add(player);
    this.#observers.waits(player);
  }

  remove(player: Player): void {
    if (isWaiting(player)) {
      this.#observers.waitsNoMore(player);
      const key = board(player.seek.wish);
      const queue = this.#queues.get(key);
      queue?.remove(player);
      if (queue?.everyone.size === 0) this.#queues.delete(key);
    }
    player.seek = undefined;
  }

  /** Everyone who waits, whatever for. */
  *everyone(): Iterable<Waiting> {
    for (const queue of this.#queues.values()) yield* queue.everyone;
  }

  /** The first who waits and fits, first come first served. */
  firstFor(player: Player, { opponent, wish, color }: Seek): Waiting | undefined {
    if (opponent !== undefined) {
      const host = this.openBy(opponent, player, wish);
      return host !== undefined && (color === undefined || color !== promised(host.seek)) ? host : undefined;
    }
    for (const host of this.openTo(player, wish, color)) if (host !== player) return host;
    return undefined;
  }

  /**
   * Those whose seeks are open to the player, the longest waiting first; its own is, unless it names an opponent. Where it
   * wishes for a colour, those that have not been promised the same.
   */
  *openTo(player: Player, wish: Wish, color?: Color): Iterable<Waiting> {
    const queue = this.#queues.get(board(wish));
    if (queue === undefined) return;
    for (const host of queue.open(this.#callings(player, queue), color)) {
      this.#looks++;
      yield host;
    }
  }

  /** By what those who wait for an opponent may mean the player: its name and its aliases, which are shown to them now. */
  #callings({ name }: Player, queue: Queue): readonly string[] {
    if (name === undefined) return [];
    for (const profile of queue.choosy()) this.#names.shownTo(profile, name);
    return this.#names.callings(name);
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
}

export const isWaiting = (player: Player): player is Waiting => player.name !== undefined && player.seek !== undefined;

/** The colour that a host has wished for or been promised. */
const promised = ({ color, waitsAs }: Seek): Color | undefined => color ?? waitsAs;

/** The host plays black unless one of the two has wished otherwise. */
export const hostColor = (host: Seek, guestColor: Color | undefined): Color =>
  promised(host) ?? (guestColor === undefined ? 'black' : opposite(guestColor));
