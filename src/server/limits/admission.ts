import type { Clock } from '../../clock.ts';
import type { Log } from '../hub/observability.ts';

/** How many connections there may be, of every protocol and listener together. */
export interface Limits {
  /** At once, in all. */
  readonly connections: number;
  /** At once, from one IP address; absent: 1,000, and as many as there are from this machine itself. */
  readonly perAddress?: number;
  /** A second, from one IP address, on the average of ten; absent: 100, and as many as come from this machine itself. */
  readonly newPerSecond?: number;
}

/** Seconds whose newcomers may come all at once: a course that begins, a line that was cut. */
const AT_ONCE = 10;
/** Milliseconds from one line of the log about those that are turned away to the next. */
const SAID_EVERY = 10_000;
/** After so many newcomers, addresses that nobody is at are forgotten. */
const LOOK_AFTER = 1_024;

const DEFAULTS = { perAddress: 1_000, newPerSecond: 100 } as const;
const UNLIMITED = { perAddress: Number.POSITIVE_INFINITY, newPerSecond: Number.POSITIVE_INFINITY } as const;

interface Address {
  open: number;
  /** Up to when its newcomers have used up what may come; milliseconds since the epoch. */
  due: number;
}

/** Lets so many in and no more; those that are here are never sent away. */
export class Admission {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #addresses = new Map<string, Address>();
  #open = 0;
  #newcomers = 0;
  #rejected = 0;
  #silentUntil = 0;

  constructor(limits: Limits, clock: Clock, log: Log) {
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  /** Why somebody from this IP address cannot come in, in one line for them; nothing where it can, and then it must `leave`. */
  enter(address: string): string | undefined {
    const now = this.#clock.now();
    if (this.#newcomers++ % LOOK_AFTER === 0) this.#forget(now);
    const defaults = isHere(address) ? UNLIMITED : DEFAULTS;
    const { connections, perAddress = defaults.perAddress, newPerSecond = defaults.newPerSecond } = this.#limits;
    const known = this.#addresses.get(address) ?? { open: 0, due: now };
    if (this.#open >= connections) return this.#refuse(now, address, 'tengen is full: try again later');
    if (known.open >= perAddress) return this.#refuse(now, address, 'too many connections from your address');
    if (known.due > now + AT_ONCE * 1000)
      return this.#refuse(now, address, 'too many new connections: try again later');
    known.due = Math.max(known.due, now) + 1000 / newPerSecond;
    known.open++;
    this.#open++;
    this.#addresses.set(address, known);
    return undefined;
  }

  leave(address: string): void {
    const known = this.#addresses.get(address);
    if (known === undefined) return;
    known.open--;
    this.#open--;
  }

  /** One line of the log for many. */
  #refuse(now: number, address: string, why: string): string {
    this.#rejected++;
    if (now >= this.#silentUntil) {
      this.#silentUntil = now + SAID_EVERY;
      this.#log.info({ address, why, since: this.#rejected, open: this.#open }, 'connection.rejected');
      this.#rejected = 0;
    }
    return why;
  }

  #forget(now: number): void {
    for (const [address, { open, due }] of this.#addresses) {
      if (open === 0 && due <= now) this.#addresses.delete(address);
    }
  }
}

const isHere = (address: string): boolean => address.startsWith('127.') || address === '::1';
