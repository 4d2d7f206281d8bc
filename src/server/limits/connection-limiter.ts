import { isLoopback } from '../../accounts/ip-address.ts';
import type { Clock } from '../../clock.ts';
import { RateLimiter } from '../../rate-limiter.ts';
import type { Log } from '../hub/observability.ts';

/** How many connections are accepted, of all protocols and listeners together. */
export interface ConnectionLimits {
  /** At the same time. */
  readonly connections: number;
  /** At the same time from one IP address. The default is 1,000, and unlimited for this machine. */
  readonly perAddress?: number;
  /** Per second from one IP address, averaged over 10 seconds. The default is 100, and unlimited for this machine. */
  readonly newPerSecond?: number;
}

/** The defaults for an address of another machine. */
export const ADDRESS_LIMITS = { perAddress: 1_000, newPerSecond: 100 } as const;
/** The new connections of this many seconds may arrive at once, as at the start of a class or after a network failure. */
const BURST_SECONDS = 10;
/** Milliseconds between two log lines about refused connections. */
const LOG_INTERVAL = 10_000;

/** Refuses connections above the limits. Accepted connections are never closed. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #newConnections: RateLimiter;
  readonly #openByAddress = new Map<string, number>();
  #open = 0;
  #refused = 0;
  #silentUntil = 0;

  constructor(limits: ConnectionLimits, clock: Clock, log: Log) {
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
    const { newPerSecond = ADDRESS_LIMITS.newPerSecond } = limits;
    const capacity = BURST_SECONDS * newPerSecond + 1;
    this.#newConnections = new RateLimiter({ capacity, refill: 1, interval: 1_000 / newPerSecond });
  }

  /** The text for a client that is refused. Undefined if the connection is accepted; then `leave` must follow. */
  enter(address: string): string | undefined {
    const now = this.#clock.now();
    const { connections, perAddress, newPerSecond } = this.#limits;
    const isLocal = isLoopback(address);
    const open = this.#openByAddress.get(address) ?? 0;
    const maximum = perAddress ?? (isLocal ? Number.POSITIVE_INFINITY : ADDRESS_LIMITS.perAddress);
    if (this.#open >= connections) return this.#refuse(now, address, 'tengen is full: try again later');
    if (open >= maximum) return this.#refuse(now, address, 'too many connections from your address');
    const isLimited = !isLocal || newPerSecond !== undefined;
    if (isLimited && this.#newConnections.take(address, now) !== undefined)
      return this.#refuse(now, address, 'too many new connections: try again later');
    this.#openByAddress.set(address, open + 1);
    this.#open++;
    return undefined;
  }

  leave(address: string): void {
    const open = this.#openByAddress.get(address);
    if (open === undefined) return;
    this.#open--;
    if (open === 1) this.#openByAddress.delete(address);
    else this.#openByAddress.set(address, open - 1);
  }

  /** One log line stands for all connections that were refused since the last one. */
  #refuse(now: number, address: string, why: string): string {
    this.#refused++;
    if (now >= this.#silentUntil) {
      this.#silentUntil = now + LOG_INTERVAL;
      this.#log.info({ address, why, since: this.#refused, open: this.#open }, 'connection.rejected');
      this.#refused = 0;
    }
    return why;
  }
}
