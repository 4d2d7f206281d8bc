import type { Clock } from '../clock.ts';
import type { TaskClient } from '../concurrency-limit.ts';
import { foldName, isGuestName, isVisible, trimName } from '../lobby/players/name-normalisation.ts';
import type { Account, Token } from '../protocols/api/resource-schemas.ts';
import type { Credentials } from '../protocols/server-session-types.ts';
import { ok, problem, type Result } from '../result.ts';
import { AccountRateLimiter } from './account-rate-limiter.ts';
import type { AccountRefusal } from './account-refusal.ts';
import { AccountStore, type StoredAccount } from './account-store.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { AccountWrites, revoked } from './changes/account-writes.ts';
import type { NameRegisterSequencer } from './changes/name-register-sequencer.ts';
import { generatePassword, storedGenerated } from './generated-password.ts';
import { isLoopback } from './ip-address.ts';
import { markBrowser } from './known-browser.ts';
import { isNameAsPassword } from './name-as-password.ts';
import { MAX_ADDRESSES, type OwnedAndBannedNames } from './owned-and-banned-names.ts';
import { KNOWN_NETWORK_DURATION, ownerOf, PasswordChecker, strangerAt } from './password-checker.ts';
import { PasswordHashing } from './password-hashing.ts';
import { isShort, storedForProtocols } from './protocol-only-password.ts';
import type { RequestSource } from './request-source.ts';
import { digestOf, newSecret, TOKEN_PREFIX } from './token-secret.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A sign-in ends after 30 days without use. */
const SIGN_IN_DURATION = 30 * DAY;
/** A sign-in that is used is prolonged at most once a day. */
const SIGN_IN_PROLONG_INTERVAL = DAY;
/** How long an address is admitted after the use of a sign-in from it. */
const ADMISSION_DURATION = 12 * HOUR;
const ADMISSION_PROLONG_INTERVAL = 10 * MINUTE;
/** The last use of a token is stored at most once a minute. */
const TOKEN_USE_INTERVAL = MINUTE;
const OPENING_DURATION = MINUTE;
/** The client for the password hashes of a course. */
const OPERATOR: TaskClient = { key: 'operator', isKnown: true };
const MAX_TOKENS = 20;
const MAX_SIGN_INS = 50;

/** Invisible characters. With them, two different names could look the same. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u;

export interface FirstPassword {
  readonly text: string;
  /** Whether the server has generated the password. */
  readonly isGenerated: boolean;
  /** Called before the account is stored. Not called if another node has stored the account already. */
  readonly beforeStored?: () => void;
}

export interface NewSignIn {
  readonly account: Account;
  /** Sent to the owner once. Only its digest is stored. */
  readonly secret: string;
  /** A mark for the owner's browser (`markBrowser`). It stays valid after a sign-out. */
  readonly browser: string;
}

/** Accounts: reserved names, sign-ins and tokens. */
export class Accounts {
  readonly #store: AccountStore;
  readonly #clock: Clock;
  readonly #sequencer: NameRegisterSequencer;
  readonly #writes: AccountWrites;
  readonly #guardNames: boolean;
  readonly #administrators: ReadonlySet<string>;
  readonly #addressOf: (name: string) => string | undefined;
  readonly #isComputerPlayer: (name: string) => boolean;
  readonly #passwords: PasswordHashing;
  readonly #rateLimits: AccountRateLimiter;
  readonly #passwordChecker: PasswordChecker;

  private constructor(options: AccountsOptions) {
    this.#store = new AccountStore(options.database);
    this.#clock = options.clock;
    this.#rateLimits = new AccountRateLimiter(options.clock, options.limits);
    this.#guardNames = options.guardNames ?? false;
    this.#sequencer = options.nameRegisterSequencer;
    this.#writes = new AccountWrites(options.nameRegisterSequencer);
    this.#administrators = new Set(options.administrators.map(foldName));
    this.#addressOf = options.addressOf;
    this.#isComputerPlayer = options.isComputerPlayer;
    this.#passwords = new PasswordHashing(options.cost);
    this.#passwordChecker = new PasswordChecker({
      store: this.#store,
      clock: this.#clock,
      names: () => this.#names,
      passwords: this.#passwords,
      rateLimits: this.#rateLimits,
    });
  }

  static async open(options: AccountsOptions): Promise<Accounts> {
    const accounts = new Accounts(options);
    await accounts.#deleteExpired();
    return accounts;
  }

  get #names(): OwnedAndBannedNames {
    return this.#sequencer.register.names;
  }

  isReserved(name: string): boolean {
    return this.#names.isOwned(name);
  }

  isAdministrator(name: string): boolean {
    return this.#administrators.has(foldName(name));
  }

  /**
   * Calls `listener` with the name of an account after sign-ins or tokens were revoked: its clients must authenticate again.
   */
  onRevoked(listener: (name: string) => void): void {
    this.#sequencer.onChange((change) => {
      if (change.kind === 'revoked') listener(change.name);
    });
  }

  /** Calls `listener` with the name of each account that is deleted. */
  onRemoved(listener: (name: string) => void): void {
    this.#sequencer.onChange((change) => {
      if (change.kind === 'released') listener(change.name);
    });
  }

  /** Creates an account and signs its owner in. */
  async reserve(name: string, password: string, from: RequestSource): Promise<Result<NewSignIn, AccountRefusal>> {
    const created = await this.#create(name, password, from);
    return created.ok ? this.#startSignIn(created.value, from) : created;
  }

  /** Signs in a client of a protocol for one connection. Resolves with the account's name; undefined if there is no account. */
  async authenticate(
    { name, password, newPassword, ifUnknown }: Credentials,
    from: RequestSource,
  ): Promise<Result<string | undefined, AccountRefusal>> {
    if (!this.isReserved(name)) {
      if (ifUnknown === 'ignore') return ok(undefined);
      const created = await this.#create(name, newPassword ?? password, from, 'protocol');
      return created.ok ? ok(created.value.name) : created;
    }
    const checked = await this.#passwordChecker.check(name, password, from);
    if (!checked.ok) return checked;
    if (this.#names.isBanned(name)) return problem({ why: 'banned' });
    // A protocol that creates no accounts cannot be the one with which the short password was set.
    if (ifUnknown === 'ignore' && isShort(checked.value.password)) return problem({ why: 'short' });
    const accountName = checked.value.name;
    if (newPassword === undefined) return ok(accountName);
    const replaced = await this.#passwordChecker.replace(checked.value, newPassword);
    if (replaced.ok) await this.endSignIns(accountName);
    return replaced.ok ? ok(accountName) : replaced;
  }

  async #create(
    name: string,
    password: string,
    from: RequestSource,
    by?: 'protocol',
  ): Promise<Result<StoredAccount, AccountRefusal>> {
    const composed = trimName(name.normalize('NFC'));
    await this.#sequencer.prepare();
    const refusal = this.#registrationRefusal(composed, password, from);
    if (refusal !== undefined) return problem(refusal);
    const after = this.#rateLimits.register(from.address);
    if (after !== undefined) return problem({ why: 'too-often', after });
    const hash = await this.#passwords.hash(password, strangerAt(from));
    if (hash === undefined) return problem({ why: 'busy' });
    // Check again: hashing takes time.
    const refusalNow = this.#registrationRefusal(composed, password, from);
    if (refusalNow !== undefined) return problem(refusalNow);
    const storedPassword = by === 'protocol' ? storedForProtocols(password, hash) : hash;
    const isAdded = await this.#add(composed, storedPassword, this.#guardNames);
    const stored = await this.#store.find(foldName(composed));
    return isAdded && stored !== undefined ? ok(stored) : problem({ why: 'reserved' });
  }

  async #add(name: string, hash: string, guarded: boolean, beforeStored?: () => void): Promise<boolean> {
    const isFree = (): boolean => !this.#names.isBanned(name) && !this.#names.looksLikeKnownName(name);
    return await this.#writes.add({ name, hash, guarded, created: this.#clock.now() }, isFree, beforeStored);
  }

  /**
   * Adds a name of a course: its clients need openings. An account that exists keeps its password; `firstPassword` is called
   * only for a new one. A seat that is reserved under the name stays reserved. Returns whether the account is new; a problem if
   * the name cannot be reserved.
   */
  async enrol(
    name: string,
    firstPassword: () => FirstPassword,
    group: string | undefined,
  ): Promise<Result<boolean, AccountRefusal>> {
    const composed = trimName(name.normalize('NFC'));
    const key = foldName(composed);
    await this.#sequencer.prepare();
    let isNew = !this.isReserved(composed);
    if (isNew) {
      const refusal = this.#nameRefusal(composed);
      if (refusal !== undefined) return problem(refusal);
      const { text, isGenerated, beforeStored } = firstPassword();
      const hash = isGenerated ? storedGenerated(text) : await this.#passwords.hash(text, OPERATOR);
      if (hash === undefined) return problem({ why: 'busy' });
      // Check again: hashing takes time.
      const refusalNow = this.#nameRefusal(composed);
      if (refusalNow !== undefined) return problem(refusalNow);
      isNew = await this.#add(composed, hash, true, beforeStored);
      if (!isNew && !this.isReserved(composed)) return problem({ why: 'reserved' });
    }
    const isGuarded = this.#names.isGuarded(composed);
    await this.#writes.carryOut(
      async (store) => await store.setCourse(key, group),
      isGuarded ? [] : [{ kind: 'owned', name: composed, guarded: true }],
    );
    return ok(isNew);
  }

  /** All accounts, sorted by name. For administrators. */
  list(): Promise<{ name: string; group: string | undefined; created: number }[]> {
    return this.#store.list();
  }

  /**
   * For one minute, the next client that takes the name over a protocol without passwords is the owner's. It must have the
   * owner's address, unless a proxy forwards it. Returns the end in milliseconds since the epoch.
   */
  async openName(name: string, { address, isForwarded }: RequestSource): Promise<Result<number, AccountRefusal>> {
    const after = this.#rateLimits.open(foldName(name));
    if (after !== undefined) return problem({ why: 'too-often', after });
    const until = this.#clock.now() + OPENING_DURATION;
    if (!this.isReserved(name) || this.#names.isBanned(name)) return problem({ why: 'banned' });
    await this.#writes.carryOut(async () => {}, [{ kind: 'opened', name, until, ...(isForwarded ? {} : { address }) }]);
    return ok(until);
  }

  async signIn(name: string, password: string, from: RequestSource): Promise<Result<NewSignIn, AccountRefusal>> {
    const checked = await this.#passwordChecker.check(name, password, from);
    if (!checked.ok) return checked;
    // A ban is revealed only to the owner of the password.
    if (this.#names.isBanned(name)) return problem({ why: 'banned' });
    if (isShort(checked.value.password)) return problem({ why: 'short' });
    return this.#startSignIn(await this.#passwordChecker.rehashed(checked.value, password), from);
  }

  async signOut(secret: string): Promise<void> {
    const digest = digestOf(secret);
    const signIn = await this.#store.findSignIn(digest);
    if (signIn === undefined) return;
    await this.#writes.carryOut(async (store) => await store.endSignIn(digest), [revoked(signIn.name, false)]);
  }

  /** Resolves with the account of a cookie's secret or a bearer token. */
  async identify(secret: string, by: 'cookie' | 'token', from: RequestSource): Promise<Account | undefined> {
    const name = by === 'cookie' ? await this.#bySignIn(secret, from) : await this.#byToken(secret);
    return name === undefined || this.#names.isBanned(name) ? undefined : this.#account(name);
  }

  /** Sets a new password. Ends all other sign-ins, and admits only this address. */
  async changePassword(
    name: string,
    { current, password }: { readonly current: string; readonly password: string },
    from: RequestSource,
  ): Promise<Result<NewSignIn, AccountRefusal>> {
    if (isNameAsPassword(name, password)) return problem({ why: 'weak' });
    const checked = await this.#passwordChecker.check(name, current, from, 'session');
    if (!checked.ok) return checked;
    const hash = await this.#passwords.hash(password, ownerOf(checked.value));
    if (hash === undefined) return problem({ why: 'busy' });
    if (!(await this.#store.setPassword(checked.value, hash))) return problem({ why: 'wrong' });
    await this.#writes.carryOut(async (store) => await store.endSignIns(checked.value.id), [revoked(name, true)]);
    return this.#startSignIn({ ...checked.value, password: hash }, from);
  }

  /** Generates a new password and ends all sign-ins and tokens. Resolves with undefined if there is no such account. */
  async resetPassword(name: string): Promise<string | undefined> {
    const stored = await this.#store.find(foldName(name));
    const password = generatePassword();
    if (stored === undefined || !(await this.#store.setPassword(stored, storedGenerated(password)))) return undefined;
    // The sign-ins end first, because a signed-in client can create a token.
    await this.endSignIns(name);
    await this.#store.removeTokens(stored.id);
    return password;
  }

  /** Ends all sign-ins of the account, and admits no address. */
  async endSignIns(name: string): Promise<void> {
    const stored = await this.#store.find(foldName(name));
    if (stored === undefined) return;
    await this.#writes.carryOut(async (store) => await store.endSignIns(stored.id), [revoked(stored.name, true)]);
  }

  /** Deletes the account. Then any client may use the name. */
  async remove(name: string, password: string, from: RequestSource): Promise<Result<void, AccountRefusal>> {
    const checked = await this.#passwordChecker.check(name, password, from, 'session');
    if (!checked.ok) return checked;
    const changes = [{ kind: 'released', name }, revoked(name, false)] as const;
    await this.#writes.carryOut(async (store) => await store.remove(checked.value.id), changes);
    return ok(undefined);
  }

  async tokens(name: string): Promise<Token[]> {
    return this.#store.tokens(foldName(name));
  }

  /** Creates a token. Its secret is not stored, so it cannot be read again later. */
  async createToken(name: string, label: string): Promise<Result<Token & { readonly secret: string }, AccountRefusal>> {
    const key = foldName(name);
    const stored = await this.#store.find(key);
    if (stored === undefined) return problem({ why: 'wrong' });
    if ((await this.#store.tokens(key)).length >= MAX_TOKENS) return problem({ why: 'too-many' });
    const secret = TOKEN_PREFIX + newSecret();
    const created = this.#clock.now();
    const id = await this.#store.addToken(stored.id, digestOf(secret), label, created);
    return ok({ id, label, created, secret });
  }

  /** False if there is no such token. */
  async revokeToken(name: string, id: number): Promise<boolean> {
    return await this.#writes.removeToken(name, id);
  }

  #account(name: string): Account {
    return { name, administrator: this.isAdministrator(name) };
  }

  /** Why the client cannot reserve the name; undefined if it can. */
  #registrationRefusal(
    name: string,
    password: string,
    { address, isForwarded }: RequestSource,
  ): AccountRefusal | undefined {
    const refusal = this.#nameRefusal(name);
    if (refusal !== undefined) return refusal;
    // Otherwise any client could reserve the name first and become administrator.
    if (this.isAdministrator(name) && (isForwarded || !isLoopback(address))) return { why: 'not-here' };
    const holder = this.#addressOf(name);
    if (holder !== undefined && (isForwarded || holder !== address)) return { why: 'in-use' };
    return isNameAsPassword(name, password) ? { why: 'weak' } : undefined;
  }

  /** Why no client can reserve the name; undefined if one could. */
  #nameRefusal(name: string): AccountRefusal | undefined {
    if (this.isReserved(name)) return { why: 'reserved' };
    if (this.#names.isBanned(name)) return { why: 'banned' };
    const isUnavailable = isGuestName(name) || INVISIBLE.test(name) || !isVisible(name) || this.#isComputerPlayer(name);
    return isUnavailable || this.#names.looksLikeKnownName(name) ? { why: 'not-available' } : undefined;
  }

  /** Creates a sign-in with a new secret, which no one can know in advance. */
  async #startSignIn(stored: StoredAccount, from: RequestSource): Promise<Result<NewSignIn, AccountRefusal>> {
    const now = this.#clock.now();
    const secret = newSecret();
    await this.#deleteExpired();
    const digest = digestOf(secret);
    if (!(await this.#store.addSignIn(stored, digest, now + SIGN_IN_DURATION))) return problem({ why: 'wrong' });
    await this.#store.limitSignIns(stored.id, MAX_SIGN_INS);
    await this.#rememberAddress(stored.name, digest, from);
    await this.#store.limitAddresses(stored.id, MAX_ADDRESSES);
    return ok({ account: this.#account(stored.name), secret, browser: markBrowser(stored) });
  }

  async #deleteExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#store.deleteExpired(now, now - KNOWN_NETWORK_DURATION);
  }

  /** Admits the address of a sign-in, unless a proxy forwards it. */
  async #rememberAddress(name: string, digest: string, { address, isForwarded }: RequestSource): Promise<void> {
    if (isForwarded) return;
    const now = this.#clock.now();
    const admitted = this.#names.admittedUntil(name, address) ?? 0;
    if (admitted >= now + ADMISSION_DURATION - ADMISSION_PROLONG_INTERVAL) return;
    await this.#writes.admit(name, digest, address, now + ADMISSION_DURATION);
  }

  async #bySignIn(secret: string, from: RequestSource): Promise<string | undefined> {
    const digest = digestOf(secret);
    const now = this.#clock.now();
    const signIn = await this.#store.findSignIn(digest);
    if (signIn === undefined || signIn.until <= now) return undefined;
    if (signIn.until < now + SIGN_IN_DURATION - SIGN_IN_PROLONG_INTERVAL) {
      await this.#store.prolongSignIn(digest, now + SIGN_IN_DURATION);
    }
    await this.#rememberAddress(signIn.name, digest, from);
    return signIn.name;
  }

  async #byToken(secret: string): Promise<string | undefined> {
    if (!secret.startsWith(TOKEN_PREFIX)) return undefined;
    const digest = digestOf(secret);
    const now = this.#clock.now();
    const token = await this.#store.findToken(digest);
    if (token === undefined) return undefined;
    if (token.used === null || token.used <= now - TOKEN_USE_INTERVAL) await this.#store.useToken(digest, now);
    return token.name;
  }
}
