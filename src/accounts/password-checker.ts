import type { Clock } from '../clock.ts';
import type { TaskClient } from '../concurrency-limit.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { ok, problem, type Result } from '../result.ts';
import type { AccountRateLimiter } from './account-rate-limiter.ts';
import type { AccountRefusal } from './account-refusal.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { isGenerated, matchesGenerated } from './generated-password.ts';
import { networkOf } from './ip-address.ts';
import { knownBrowser } from './known-browser.ts';
import { isNameAsPassword } from './name-as-password.ts';
import type { OwnedAndBannedNames } from './owned-and-banned-names.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { storedForProtocols } from './protocol-only-password.ts';
import type { RequestSource } from './request-source.ts';

/** How long a network counts as known after the end of its last admission, in milliseconds. */
export const KNOWN_NETWORK_DURATION = 90 * 24 * 60 * 60_000;

interface PasswordCheckerParts {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** Returns the owned and banned names as they are now. */
  readonly names: () => OwnedAndBannedNames;
  readonly passwords: PasswordHashing;
  readonly rateLimits: AccountRateLimiter;
}

/** Checks passwords and limits the number of attempts. */
export class PasswordChecker {
  readonly #parts: PasswordCheckerParts;

  constructor(parts: PasswordCheckerParts) {
    this.#parts = parts;
  }

  /**
   * Resolves with the account if the password is right. Attempts for an account with a generated password are not limited,
   * because it cannot be guessed. Therefore no student can keep a class from its first sign-in. With `session`, the request
   * comes from a signed-in browser, whose attempts are counted separately.
   */
  async check(
    name: string,
    password: string,
    from: RequestSource,
    session?: 'session',
  ): Promise<Result<StoredAccount, AccountRefusal>> {
    const stored = await this.#parts.store.find(foldName(name));
    if (stored === undefined || !isGenerated(stored.password))
      return this.#checkWithLimits(name, stored, password, from, session);
    return matchesGenerated(password, stored.password) ? ok(stored) : problem({ why: 'wrong' });
  }

  /**
   * Hashes the password again if its hash has an outdated cost and the server is not busy. Resolves with the account as it is
   * stored now.
   */
  async rehashed(stored: StoredAccount, password: string): Promise<StoredAccount> {
    const { passwords, store } = this.#parts;
    if (!passwords.isOutdated(stored.password)) return stored;
    const hash = await passwords.hash(password, ownerOf(stored));
    if (hash === undefined || !(await store.setPassword(stored, hash))) return stored;
    return { ...stored, password: hash };
  }

  /** Sets a password that a client has sent over its protocol. */
  async replace(stored: StoredAccount, password: string): Promise<Result<undefined, AccountRefusal>> {
    const { passwords, store } = this.#parts;
    if (isNameAsPassword(stored.name, password)) return problem({ why: 'weak' });
    const hash = await passwords.hash(password, ownerOf(stored));
    if (hash === undefined) return problem({ why: 'busy' });
    const isSet = await store.setPassword(stored, storedForProtocols(password, hash));
    return isSet ? ok(undefined) : problem({ why: 'wrong' });
  }

  /**
   * Checks a password with rate limits. A known browser has a limit of its own. An unknown name takes as long as a wrong
   * password.
   */
  async #checkWithLimits(
    name: string,
    stored: StoredAccount | undefined,
    password: string,
    from: RequestSource,
    session: 'session' | undefined,
  ): Promise<Result<StoredAccount, AccountRefusal>> {
    const { clock, names, passwords, rateLimits } = this.#parts;
    const browser = session ?? knownBrowser(from.browser, stored);
    const attempt = {
      key: foldName(name),
      exists: stored !== undefined,
      address: from.address,
      browser,
      isKnownNetwork: names().isKnownNetwork(name, from.address, clock.now() - KNOWN_NETWORK_DURATION),
    };
    const after = rateLimits.attempt(attempt);
    if (after !== undefined) return problem({ why: 'too-often', after });
    const client = stored !== undefined && browser !== undefined ? ownerOf(stored) : strangerAt(from);
    const matches = await passwords.matches(password, stored?.password, client);
    const isRight = matches === true && stored !== undefined;
    rateLimits.ended(attempt, matches === undefined ? 'unchecked' : isRight ? 'right' : 'wrong');
    if (isRight) return ok(stored);
    return problem({ why: matches === undefined ? 'busy' : 'wrong' });
  }
}

/**
 * The owner of an account as a client of the hashing queue. Its hashes do not wait for those of strangers at the same address.
 */
export const ownerOf = ({ id }: StoredAccount): TaskClient => ({ key: String(id), isKnown: true });

/** An unknown client at this address, as a client of the hashing queue. */
export const strangerAt = ({ address }: RequestSource): TaskClient => ({ key: networkOf(address), isKnown: false });
