import type { Color } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import { foldName } from '../players/name-normalisation.ts';
import type { Player } from '../players/player.ts';
import type { Random } from './rating-pairs.ts';
import type { WaitingPlayer } from './seek-queue.ts';

/** So many players of a pool are remembered by their colours; the player whose last game is the oldest is forgotten first. */
const MOST_REMEMBERED = 1_000;

export interface PoolSnapshot {
  readonly listener: string;
  readonly seed: number;
  readonly roundAt?: number;
  readonly colors: readonly (readonly [name: string, surplus: number])[];
}

/** The players who meet by the seeks of one listener. */
export interface PairingPool {
  readonly listener: string;
  /** The state of the random numbers. */
  seed: number;
  /** When the next round begins, if a player waits for it; milliseconds since the epoch. */
  roundAt: number | undefined;
  /** By folded name: how many more games a player had with white than with black. Zeros are left out. */
  readonly colors: Map<string, number>;
}

/** Whether two seeks do not meet at once: they wait for the same rounds, or are both of anchors. */
export function meetLater(host: WaitingPlayer, player: Player, wanted: Pick<Seek, 'pool'>): boolean {
  const [one, other] = [host.seek.pool, wanted.pool];
  if (one === undefined || other === undefined || host.profile.listener !== player.profile.listener) return false;
  return (one.round !== undefined && other.round !== undefined) || (one.anchor === true && other.anchor === true);
}

/** The pools of all listeners: when their rounds begin, random numbers for them, and the colours that their players have had. */
export class PairingPools {
  readonly #pools = new Map<string, PairingPool>();

  /** Sorted by listener. */
  snapshot(): PoolSnapshot[] {
    const pools = [...this.#pools.values()].sort((one, other) => (one.listener < other.listener ? -1 : 1));
    return pools.map(({ listener, seed, roundAt, colors }) => ({
      listener,
      seed,
      ...(roundAt === undefined ? {} : { roundAt }),
      colors: [...colors],
    }));
  }

  restore(pools: readonly PoolSnapshot[]): void {
    for (const { listener, seed, roundAt, colors } of pools)
      this.#pools.set(listener, { listener, seed, roundAt, colors: new Map(colors) });
  }

  /**
   * The player's seek waits from now on. When it came and its place change the random numbers. Returns the time of its round, if it waits for
   * one; milliseconds since the epoch.
   */
  waits({ seek, profile, waitingOrder }: WaitingPlayer, now: number): number | undefined {
    const { pool: terms } = seek;
    if (terms?.round === undefined) return undefined;
    const pool = this.#poolOf(profile.listener);
    pool.seed = mixed(pool.seed ^ mixed(now) ^ waitingOrder);
    pool.roundAt ??= nextRound(now, terms.round);
    return pool.roundAt;
  }

  /** The pool whose round begins first. */
  get #first(): PairingPool | undefined {
    let first: PairingPool | undefined;
    for (const pool of this.#pools.values())
      if (pool.roundAt !== undefined && (first === undefined || isEarlier(pool, first))) first = pool;
    return first;
  }

  get deadline(): number | undefined {
    return this.#first?.roundAt;
  }

  /** The first pool whose round has begun by now. */
  due(now: number): Deadline<PairingPool> | undefined {
    const pool = this.#first;
    if (pool?.roundAt === undefined || pool.roundAt > now) return undefined;
    return { item: pool, at: pool.roundAt, order: 0 };
  }

  /** The round has begun. The next one begins later if these players wait for it. */
  endRound(pool: PairingPool, left: Iterable<WaitingPlayer>, now: number): void {
    pool.roundAt = undefined;
    for (const { seek } of left) if (seek.pool?.round !== undefined) pool.roundAt ??= nextRound(now, seek.pool.round);
  }

  randomOf(pool: PairingPool): Random {
    return (limit) => {
      pool.seed = mixed(pool.seed);
      return Math.floor((pool.seed / 2 ** 32) * limit);
    };
  }

  /** Black is the player who had white more often. Absent: the host's colour depends on the seeks alone. */
  hostColor(host: WaitingPlayer, guest: { readonly player: Player; readonly seek: Seek }): Color | undefined {
    if (host.seek.pool === undefined || guest.seek.pool === undefined) return undefined;
    if (host.profile.listener !== guest.player.profile.listener) return undefined;
    if (host.seek.color !== undefined || guest.seek.color !== undefined) return undefined;
    const [ofHost, ofGuest] = [this.#surplus(host), this.#surplus(guest.player)];
    return ofHost >= ofGuest ? 'black' : 'white';
  }

  /** A game has begun from a seek. */
  noteColor({ player, seek }: { readonly player: Player; readonly seek: Seek }, color: Color): void {
    if (seek.pool === undefined || player.name === undefined) return;
    const { colors } = this.#poolOf(player.profile.listener);
    const name = foldName(player.name);
    const surplus = this.#surplus(player) + (color === 'white' ? 1 : -1);
    colors.delete(name);
    if (surplus !== 0) colors.set(name, surplus);
    const [oldest] = colors.keys();
    if (oldest !== undefined && colors.size > MOST_REMEMBERED) colors.delete(oldest);
  }

  #surplus({ name = '', profile }: Player): number {
    return this.#pools.get(profile.listener)?.colors.get(foldName(name)) ?? 0;
  }

  #poolOf(listener: string): PairingPool {
    const known = this.#pools.get(listener);
    if (known !== undefined) return known;
    const pool: PairingPool = { listener, seed: 0, roundAt: undefined, colors: new Map() };
    this.#pools.set(listener, pool);
    return pool;
  }
}

const isEarlier = (one: PairingPool, other: PairingPool): boolean => {
  const [at, otherAt] = [one.roundAt ?? 0, other.roundAt ?? 0];
  return at < otherAt || (at === otherAt && one.listener < other.listener);
};

/** Rounds begin at multiples of their length. */
const nextRound = (now: number, length: number): number => (Math.floor(now / length) + 1) * length;

/** The finalizer of MurmurHash3 after one step of a counter, as 32 bits without sign. */
function mixed(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
