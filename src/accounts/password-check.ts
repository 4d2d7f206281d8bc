import type { Clock } from '../clock.ts';
import type { TaskClient } from '../concurrency-limit.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import { ok, problem, type Result } from '../result.ts';
import type { AccountRefusal } from './account-refusal.ts';
import type { AccountStore, StoredAccount } from './account-store.ts';
import { isGenerated, matchesGenerated } from './generated-password.ts';
import { networkOf } from './ip-address.ts';
import { knownBrowser } from './known-browser.ts';
import type { NameAccess } from './name-access.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { storedForProtocols } from './protocol-password.ts';
import type { AccountRateLimits } from './rate-limits.ts';
import type { RequestSource } from './request-source.ts';
import { isWeak } from './weak-password.ts';

/** How long a network is known after an address of it was last admitted, in milliseconds. */
export const KNOWN_NETWORK_DURATION = 90 * 24 * 60 * 60_000;

interface PasswordCheckParts {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** The present one. */
  readonly nameAccess: () => NameAccess;
  readonly passwords: PasswordHashing;
  readonly rateLimits: AccountRateLimits;
}

/** Checks passwords and limits how often they are guessed. */
export class PasswordCheck {
  readonly #parts: PasswordCheckParts;

  constructor(parts: PasswordCheckParts) {
    this.#parts = parts;
  }

  /**
   * The account, if the password is right. Wrong passwords for a generated password are not limited, because it cannot be
   * guessed: a class can sign in for the first time, whatever a class-mate sends. With `session`, the browser is signed in, and
   * is counted apart.
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

  /** Renews a hash of an outdated cost, if the server is not busy. */
  async rehashed(stored: StoredAccount, password: string): Promise<StoredAccount> {
    const { passwords, store } = this.#parts;
    if (!passwords.isOutdated(stored.password)) return stored;
    const hash = await passwords.hash(password, ownerOf(stored));
    if (hash === undefined || !(await store.setPassword(stored, hash))) return stored;
    return { ...stored, password: hash };
  }

  /** Sets a password that was given over the protocol of a client. */
  async replace(stored: StoredAccount, password: string): Promise<Result<undefined, AccountRefusal>> {
    const { passwords, store } = this.#parts;
    if (isWeak(stored.name, password)) return problem({ why: 'weak' });
    const hash = await passwords.hash(password, ownerOf(stored));
    if (hash === undefined) return problem({ why: 'busy' });
    const isSet = await store.setPassword(stored, storedForProtocols(password, hash));
    return isSet ? ok(undefined) : problem({ why: 'wrong' });
  }

  /** Attempts are counted: those of a known browser apart. An unknown name takes as long as a wrong password. */
  async #checkWithLimits(
    name: string,
    stored: StoredAccount | undefined,
    password: string,
    from: RequestSource,
    session: 'session' | undefined,
  ): Promise<Result<StoredAccount, AccountRefusal>> {
    const { clock, nameAccess, passwords, rateLimits } = this.#parts;
    const browser = session ?? knownBrowser(from.browser, stored);
    const attempt = {
      key: foldName(name),
      exists: stored !== undefined,
      address: from.address,
      browser,
      isKnownNetwork: nameAccess().isKnownNetwork(name, from.address, clock.now() - KNOWN_NETWORK_DURATION),
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

/** The account's owner: its password hashes do not wait for those of strangers at the same address. */
export const ownerOf = ({ id }: StoredAccount): TaskClient => ({ key: String(id), isKnown: true });

/** A client at this address that may be anyone. */
export const strangerAt = ({ address }: RequestSource): TaskClient => ({ key: networkOf(address), isKnown: false });
