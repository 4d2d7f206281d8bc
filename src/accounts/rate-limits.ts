import type { Clock } from '../clock.ts';
import { type Rate, RateLimiter } from '../rate-limiter.ts';
import { networkOf } from './ip-address.ts';

const MINUTE = 60_000;
const perWindow = (capacity: number, interval: number): Rate => ({ capacity, refill: capacity, interval });

const WRONG_PASSWORDS_OF_ADDRESS = perWindow(20, 15 * MINUTE);
const WRONG_PASSWORDS_FOR_NAME = perWindow(10, 15 * MINUTE);
/** Passwords of one address that are checked, right or wrong. */
const CHECKED_PASSWORDS = perWindow(100, 15 * MINUTE);
/** How often an owner may open the name. */
const OPENINGS = perWindow(10, MINUTE);
/** New accounts from one address in one hour, by default. */
const REGISTRATIONS_PER_HOUR = 10;

/** Seconds until another attempt is allowed; undefined if this one is. */
type Wait = number | undefined;

/** How often passwords may be tried and accounts created. The counts are not kept over a restart. */
export class AccountRateLimits {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #byAddress = new RateLimiter(WRONG_PASSWORDS_OF_ADDRESS);
  readonly #byName = new RateLimiter(WRONG_PASSWORDS_FOR_NAME);
  readonly #checked = new RateLimiter(CHECKED_PASSWORDS);
  readonly #openings = new RateLimiter(OPENINGS);
  readonly #registrations: RateLimiter;

  constructor(clock: Pick<Clock, 'now'>, registrationsPerHour = REGISTRATIONS_PER_HOUR) {
    this.#clock = clock;
    this.#registrations = new RateLimiter(perWindow(registrationsPerHour, 60 * MINUTE));
  }

  /**
   * Counts an attempt before the password is checked, so that concurrent attempts are counted. At an address where the owner is
   * known, attempts of others for the same name do not count, so that an attacker cannot lock the owner out.
   */
  attempt(key: string, address: string, isKnown: boolean): Wait {
    const network = networkOf(address);
    const wait = this.#take(this.#byAddress, network) ?? this.#take(this.#checked, network);
    return wait ?? (isKnown ? undefined : this.#take(this.#byName, key));
  }

  /** The password was right or was not checked: the attempt does not count as wrong. */
  forgive(key: string, address: string, isKnown: boolean): void {
    this.#byAddress.giveBack(networkOf(address));
    if (!isKnown) this.#byName.giveBack(key);
  }

  register(address: string): Wait {
    return this.#take(this.#registrations, networkOf(address));
  }

  open(key: string): Wait {
    return this.#take(this.#openings, key);
  }

  #take(limiter: RateLimiter, key: string): Wait {
    const wait = limiter.take(key, this.#clock.now());
    return wait && Math.ceil(wait / 1000);
  }
}
