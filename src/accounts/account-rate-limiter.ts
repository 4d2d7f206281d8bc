import type { Clock } from '../clock.ts';
import { type RateLimit, RateLimiter } from '../rate-limiter.ts';
import { networkOf } from './ip-address.ts';

const MINUTE = 60_000;
const perWindow = (capacity: number, interval: number): RateLimit => ({ capacity, refill: capacity, interval });

/** Wrong passwords for one name from one network or one known browser: ten, then one per minute. */
const WRONG_PASSWORDS = { capacity: 10, refill: 1, interval: MINUTE };
/** Wrong passwords for one name from all networks and browsers that are not known as the owner's. */
const WRONG_PASSWORDS_OF_STRANGERS = { capacity: 100, refill: 1, interval: MINUTE };
/**
 * Attempts for names without an account from one network. They have a limit of their own, so that they do not stop a class at
 * the same address.
 */
const UNKNOWN_NAMES = perWindow(50, 15 * MINUTE);
/** Right passwords for one name from one network. */
const RIGHT_PASSWORDS = perWindow(100, 15 * MINUTE);
/** Openings of one name. */
const OPENINGS = perWindow(10, MINUTE);

/** Limits that the operator can set. */
export interface AccountRateLimitOptions {
  /** New accounts per hour from one network. */
  readonly registrationsPerHour?: number | undefined;
  /** Wrong passwords in 15 minutes from one network, for all names whose owners are not known there. */
  readonly wrongPasswords?: number | undefined;
}

/** The defaults of `AccountRateLimitOptions`. */
export const DEFAULT_ACCOUNT_RATE_LIMITS = { registrationsPerHour: 10, wrongPasswords: 500 };

/** Seconds until another attempt is allowed; undefined if this attempt is allowed. */
type Wait = number | undefined;

export interface PasswordAttempt {
  /** The folded name. */
  readonly key: string;
  /** Whether the name has an account. */
  readonly exists: boolean;
  readonly address: string;
  /** A browser in which the owner has signed in; undefined for other browsers. It has a limit of its own. */
  readonly browser: string | undefined;
  /** Whether the owner has signed in from this network in the last 90 days. */
  readonly isKnownNetwork: boolean;
}

/**
 * Limits how often clients may try passwords and create accounts. The counts are lost at a restart. These limits are against
 * guessing. The computing time has another limit: the number of concurrent hashes. Therefore right passwords do not count as
 * wrong ones.
 */
export class AccountRateLimiter {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #wrong = new RateLimiter(WRONG_PASSWORDS);
  readonly #wrongOfStrangers = new RateLimiter(WRONG_PASSWORDS_OF_STRANGERS);
  readonly #wrongOfAddress: RateLimiter;
  readonly #unknownNames = new RateLimiter(UNKNOWN_NAMES);
  readonly #right = new RateLimiter(RIGHT_PASSWORDS);
  readonly #openings = new RateLimiter(OPENINGS);
  readonly #registrations: RateLimiter;

  constructor(clock: Pick<Clock, 'now'>, limits: AccountRateLimitOptions = {}) {
    this.#clock = clock;
    this.#wrongOfAddress = new RateLimiter(
      perWindow(limits.wrongPasswords ?? DEFAULT_ACCOUNT_RATE_LIMITS.wrongPasswords, 15 * MINUTE),
    );
    const registrations = limits.registrationsPerHour ?? DEFAULT_ACCOUNT_RATE_LIMITS.registrationsPerHour;
    this.#registrations = new RateLimiter(perWindow(registrations, 60 * MINUTE));
  }

  /**
   * Counts an attempt before the password is checked, so that concurrent attempts count too. An attempt that must wait does not
   * count.
   */
  attempt(attempt: PasswordAttempt): Wait {
    const taken: (readonly [RateLimiter, string])[] = [];
    for (const [limiter, key] of [...this.#limitsOfWrong(attempt), this.#limitOfRight(attempt)]) {
      const wait = this.#take(limiter, key);
      if (wait !== undefined) {
        giveBack(taken);
        return wait;
      }
      taken.push([limiter, key]);
    }
    return undefined;
  }

  /** Corrects the counts after the check: only a wrong password counts as wrong, and only a right password counts as right. */
  ended(attempt: PasswordAttempt, result: 'right' | 'wrong' | 'unchecked'): void {
    if (result !== 'wrong') giveBack(this.#limitsOfWrong(attempt));
    if (result !== 'right') giveBack([this.#limitOfRight(attempt)]);
  }

  register(address: string): Wait {
    return this.#take(this.#registrations, networkOf(address));
  }

  open(key: string): Wait {
    return this.#take(this.#openings, key);
  }

  #limitsOfWrong(attempt: PasswordAttempt): readonly (readonly [RateLimiter, string])[] {
    const { key, exists, address, browser, isKnownNetwork } = attempt;
    const network = networkOf(address);
    if (!exists) return [[this.#unknownNames, network]];
    if (browser !== undefined) return [[this.#wrong, joinKey(key, browser)]];
    const own = [this.#wrong, joinKey(key, network)] as const;
    return isKnownNetwork ? [own] : [own, [this.#wrongOfStrangers, key], [this.#wrongOfAddress, network]];
  }

  #limitOfRight({ key, address }: PasswordAttempt): readonly [RateLimiter, string] {
    return [this.#right, joinKey(key, networkOf(address))];
  }

  #take(limiter: RateLimiter, key: string): Wait {
    const wait = limiter.take(key, this.#clock.now());
    return wait && Math.ceil(wait / 1000);
  }
}

const joinKey = (...parts: readonly string[]): string => JSON.stringify(parts);

function giveBack(taken: readonly (readonly [RateLimiter, string])[]): void {
  for (const [limiter, key] of taken) limiter.giveBack(key);
}
