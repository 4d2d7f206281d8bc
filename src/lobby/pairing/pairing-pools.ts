import type { Color } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import type { Deadline } from '../deadline-queue.ts';
import { foldName } from '../players/name-normalisation.ts';
import type { Player } from '../players/player.ts';
import type { RandomInteger } from './rating-pairs.ts';
import type { WaitingPlayer } from './seek-queue.ts';

/** The most players of a pool whose colours are stored. The player whose last game is the oldest is removed first. */
const MAX_COLOR_ENTRIES = 1_000;

export interface PoolSnapshot {
  readonly listener: string;
  readonly seed: number;
  readonly roundAt?: number;
  readonly colors: readonly (readonly [name: string, surplus: number])[];
}

/** The players whose seeks come through one listener with a pool. */
export interface PairingPool {
  readonly listener: string;
  /** The state of the random number generator. */
  seed: number;
  /** When the next round starts, if a player waits for it; milliseconds since the epoch. */
  roundAt: number | undefined;
  /** By folded name: the number of a player's games with white minus the number with black. Zeros are left out. */
  readonly colors: Map<string, number>;
}

/** Whether two seeks cannot be paired immediately, because both wait for the same rounds or both are from anchors. */
export function mustMeetLater(host: WaitingPlayer, player: Player, wanted: Pick<Seek, 'pool'>): boolean {
  const [one, other] = [host.seek.pool, wanted.pool];
  if (one === undefined || other === undefined || host.profile.listener !== player.profile.listener) return false;
  return (one.round !== undefined && other.round !== undefined) || (one.anchor === true && other.anchor === true);
}

/** The pools of all listeners: the times of their rounds, their random numbers, and the colours that their players have had. */
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
   * The player's seek waits from now on. The time and the order of the seek change the random numbers. Returns the time of the round, if the
   * seek waits for one; milliseconds since the epoch.
   */
  addWaiting({ seek, profile, waitingOrder }: WaitingPlayer, now: number): number | undefined {
    const { pool: terms } = seek;
    if (terms?.round === undefined) return undefined;
    const pool = this.#poolOf(profile.listener);
    pool.seed = mix(pool.seed ^ mix(now) ^ waitingOrder);
    pool.roundAt ??= nextRound(now, terms.round);
    return pool.roundAt;
  }

  /** The pool whose round starts first. */
  get #first(): PairingPool | undefined {
    let first: PairingPool | undefined;
    for (const pool of this.#pools.values())
      if (pool.roundAt !== undefined && (first === undefined || isEarlier(pool, first))) first = pool;
    return first;
  }

  get deadline(): number | undefined {
    return this.#first?.roundAt;
  }

  /** The first pool whose round has started by now. */
  due(now: number): Deadline<PairingPool> | undefined {
    const pool = this.#first;
    if (pool?.roundAt === undefined || pool.roundAt > now) return undefined;
    return { item: pool, at: pool.roundAt, order: 0 };
  }

  /** Ends a round. If some players in `left` still wait, sets the time of the next round. */
  endRound(pool: PairingPool, left: Iterable<WaitingPlayer>, now: number): void {
    pool.roundAt = undefined;
    for (const { seek } of left) if (seek.pool?.round !== undefined) pool.roundAt ??= nextRound(now, seek.pool.round);
  }

  randomFor(pool: PairingPool): RandomInteger {
    return (limit) => {
      pool.seed = mix(pool.seed);
      return Math.floor((pool.seed / 2 ** 32) * limit);
    };
  }

  /** In a pool, black is the player who had white more often. Undefined if only the seeks decide the host's colour. */
  hostColor(host: WaitingPlayer, guest: { readonly player: Player; readonly seek: Seek }): Color | undefined {
    if (host.seek.pool === undefined || guest.seek.pool === undefined) return undefined;
    if (host.profile.listener !== guest.player.profile.listener) return undefined;
    if (host.seek.color !== undefined || guest.seek.color !== undefined) return undefined;
    const [ofHost, ofGuest] = [this.#surplus(host), this.#surplus(guest.player)];
    return ofHost >= ofGuest ? 'black' : 'white';
  }

  /** Counts the colour of a player whose game starts. */
  noteColor({ player, seek }: { readonly player: Player; readonly seek: Seek }, color: Color): void {
    if (seek.pool === undefined || player.name === undefined) return;
    const { colors } = this.#poolOf(player.profile.listener);
    const name = foldName(player.name);
    const surplus = this.#surplus(player) + (color === 'white' ? 1 : -1);
    colors.delete(name);
    if (surplus !== 0) colors.set(name, surplus);
    const [oldest] = colors.keys();
    if (oldest !== undefined && colors.size > MAX_COLOR_ENTRIES) colors.delete(oldest);
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

/** The start of the next round. Rounds start at multiples of their length. */
const nextRound = (now: number, length: number): number => (Math.floor(now / length) + 1) * length;

/** The finalizer of MurmurHash3 after one step of a counter, as 32 bits without sign. */
function mix(value: number): number {
  let bits = (value + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
