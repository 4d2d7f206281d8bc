import type { Clock } from '../clock.ts';
import { type Rate, RateLimiter } from '../rate-limiter.ts';
import { networkOf } from './ip-address.ts';

const MINUTE = 60_000;
const perWindow = (capacity: number, interval: number): Rate => ({ capacity, refill: capacity, interval });

/** Of one name, by one address or by one known browser: ten, then one a minute. */
const WRONG_PASSWORDS = { capacity: 10, refill: 1, interval: MINUTE };
/** Of one name, by all addresses and browsers that are not the owner's. */
const WRONG_PASSWORDS_OF_STRANGERS = { capacity: 100, refill: 1, interval: MINUTE };
/**
 * Names without an account, by one address. They are counted apart, so that they use up nothing of a class at the same address.
 */
const UNKNOWN_NAMES = perWindow(50, 15 * MINUTE);
/** Right passwords of one name, by one address. */
const RIGHT_PASSWORDS = perWindow(100, 15 * MINUTE);
/** How often an owner may open the name. */
const OPENINGS = perWindow(10, MINUTE);

/** Settings of the operator. */
export interface AccountLimits {
  /** New accounts from one address in one hour. */
  readonly registrationsPerHour?: number | undefined;
  /** Wrong passwords of one address in 15 minutes, of all names whose owners are not known there. */
  readonly wrongPasswords?: number | undefined;
}

/** The defaults. */
export const ACCOUNT_LIMITS = { registrationsPerHour: 10, wrongPasswords: 500 };

/** Seconds until another attempt is allowed; undefined if this one is. */
type Wait = number | undefined;

/** A password that is to be checked. */
export interface PasswordAttempt {
  /** The folded name. */
  readonly key: string;
  /** Whether the name has an account. */
  readonly exists: boolean;
  readonly address: string;
  /** A browser in which the owner has signed in: it has a count of its own. */
  readonly browser: string | undefined;
  /** Whether the owner has signed in from this network in the last 90 days. */
  readonly isKnownNetwork: boolean;
}

/**
 * How often passwords may be tried and accounts created. The counts are not kept over a restart. They limit guesses, not work:
 * the number of concurrent hashes limits that. Therefore a right password uses up nothing of what is allowed for wrong ones.
 */
export class AccountRateLimits {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #wrong = new RateLimiter(WRONG_PASSWORDS);
  readonly #wrongOfStrangers = new RateLimiter(WRONG_PASSWORDS_OF_STRANGERS);
  readonly #wrongOfAddress: RateLimiter;
  readonly #unknownNames = new RateLimiter(UNKNOWN_NAMES);
  readonly #right = new RateLimiter(RIGHT_PASSWORDS);
  readonly #openings = new RateLimiter(OPENINGS);
  readonly #registrations: RateLimiter;

  constructor(clock: Pick<Clock, 'now'>, limits: AccountLimits = {}) {
    this.#clock = clock;
    this.#wrongOfAddress = new RateLimiter(
      perWindow(limits.wrongPasswords ?? ACCOUNT_LIMITS.wrongPasswords, 15 * MINUTE),
    );
    const registrations = limits.registrationsPerHour ?? ACCOUNT_LIMITS.registrationsPerHour;
    this.#registrations = new RateLimiter(perWindow(registrations, 60 * MINUTE));
  }

  /**
   * Counts an attempt before the password is checked, so that concurrent attempts are counted. An attempt that must wait is not
   * counted.
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

  /**
   * Says how a counted attempt ended: a right password does not count as wrong, and a password that was not checked not at all.
   */
  ended(attempt: PasswordAttempt, as: 'right' | 'wrong' | 'unchecked'): void {
    if (as !== 'wrong') giveBack(this.#limitsOfWrong(attempt));
    if (as !== 'right') giveBack([this.#limitOfRight(attempt)]);
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
