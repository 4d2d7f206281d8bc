import type { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { networkOf } from './ip-address.ts';

/** So many guesses at a password in so many seconds. */
const BY_ADDRESS = { points: 20, duration: 900 };
const BY_NAME = { points: 10, duration: 900 };
/** Passwords looked at for one address, right or wrong: each of them is work. */
const LOOKED_AT = { points: 100, duration: 900 };
/** New accounts from one address. */
const RESERVING = { points: 10, duration: 3600 };

/** Seconds until another attempt is allowed; nothing where this one is. */
type Wait = number | undefined;

/** Who has guessed at whose password how often, lately: what keeps guessing slow. It is not kept over a restart. */
export class AccountRateLimits {
  readonly #byAddress = new RateLimiterMemory(BY_ADDRESS);
  readonly #byName = new RateLimiterMemory(BY_NAME);
  readonly #lookedAt = new RateLimiterMemory(LOOKED_AT);
  readonly #reserving = new RateLimiterMemory(RESERVING);

  /**
   * Counts a guess before it is looked at, so that many at once are counted, too. An address that the owner is known at
   * is not held by what others guess at the name: nobody can lock somebody else out.
   */
  async guess(key: string, address: string, isKnown: boolean): Promise<Wait> {
    const network = networkOf(address);
    const wait = (await consume(this.#byAddress, network)) ?? (await consume(this.#lookedAt, network));
    return wait ?? (isKnown ? undefined : await consume(this.#byName, key));
  }

  /** It was right, or was not looked at: it does not count. */
  async forget(key: string, address: string, isKnown: boolean): Promise<void> {
    await this.#byAddress.reward(networkOf(address));
    if (!isKnown) await this.#byName.reward(key);
  }

  async reserve(address: string): Promise<Wait> {
    return consume(this.#reserving, networkOf(address));
  }
}

async function consume(limiter: InstanceType<typeof RateLimiterMemory>, key: string): Promise<Wait> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (error) {
    if (error instanceof Error) throw error;
    return Math.ceil((error as RateLimiterRes).msBeforeNext / 1000);
  }
}
