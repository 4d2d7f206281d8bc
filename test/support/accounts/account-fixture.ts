import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AccountRateLimitOptions } from '../../../src/accounts/account-rate-limiter.ts';
import type { AccountRefusal } from '../../../src/accounts/account-refusal.ts';
import { Accounts, type NewSignIn } from '../../../src/accounts/accounts.ts';
import { Bans } from '../../../src/accounts/bans.ts';
import { LocalNameRegisterSequencer } from '../../../src/accounts/changes/local-name-register-sequencer.ts';
import { readNameRegisterAsChanges } from '../../../src/accounts/changes/read-name-register-as-changes.ts';
import type { LobbyReservedNames } from '../../../src/accounts/owned-and-banned-names.ts';
import type { PasswordHashCost } from '../../../src/accounts/password-hashing.ts';
import type { RequestSource } from '../../../src/accounts/request-source.ts';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { foldName } from '../../../src/lobby/players/name-normalisation.ts';
import type { Result } from '../../../src/result.ts';
import { VirtualClock } from '../server/virtual-clock.ts';

/** A low cost, so that a password hash takes about a millisecond. */
const CHEAP: PasswordHashCost = { logN: 4, r: 1, p: 1 };

/** Sources of requests: two addresses that are reserved for documentation, and this machine. */
export const HOME = sourceAt('192.0.2.1');
export const ELSEWHERE = sourceAt('198.51.100.2');
export const LOCAL = sourceAt('127.0.0.1');

export function sourceAt(address: string): RequestSource {
  return { address, isForwarded: false };
}

/** Accounts and bans with a database and a virtual clock. As the lobby's reservations, it records the calls that it receives. */
export class AccountFixture implements LobbyReservedNames {
  readonly clock = new VirtualClock();
  readonly #location: string;
  readonly #limits: AccountRateLimitOptions;
  readonly #reserved = new Map<string, Map<string, number>>();
  /** The address of each connected player, by folded name. */
  readonly addresses = new Map<string, string>();
  readonly revoked: string[] = [];
  readonly opened: { name: string; until: number; address: string | undefined }[] = [];
  #database: Database | undefined;
  #accounts: Accounts | undefined;
  #bans: Bans | undefined;

  readonly #cost: PasswordHashCost;

  private constructor(location: string, limits: AccountRateLimitOptions, cost: PasswordHashCost) {
    this.#location = location;
    this.#limits = limits;
    this.#cost = cost;
  }

  static async open(
    test: TestContext,
    where = ':memory:',
    limits: AccountRateLimitOptions = {},
    cost = CHEAP,
  ): Promise<AccountFixture> {
    const fixture = new AccountFixture(where, limits, cost);
    await fixture.#start();
    test.after(() => fixture.close());
    return fixture;
  }

  get accounts(): Accounts {
    assert(this.#accounts !== undefined);
    return this.#accounts;
  }

  get bans(): Bans {
    assert(this.#bans !== undefined);
    return this.#bans;
  }

  get database(): Database {
    assert(this.#database !== undefined);
    return this.#database;
  }

  /** Closes and opens the database again. State that was only in memory is lost. */
  async restart(): Promise<void> {
    await this.close();
    this.#reserved.clear();
    await this.#start();
  }

  async close(): Promise<void> {
    this.#bans?.close();
    await this.#database?.destroy();
    this.#database = undefined;
  }

  async #start(): Promise<void> {
    const database = await openDatabase(this.#location);
    const sequencer = new LocalNameRegisterSequencer(database, this);
    this.#database = database;
    this.#accounts = await Accounts.open({
      database,
      clock: this.clock,
      nameRegisterSequencer: sequencer,
      administrators: ['Root'],
      addressOf: (name) => this.addresses.get(foldName(name)),
      isComputerPlayer: (name) => /^tengen\d*$/.test(foldName(name)),
      cost: this.#cost,
      limits: this.#limits,
    });
    this.#accounts.onRevoked((name) => this.revoked.push(name));
    const register = await readNameRegisterAsChanges(database, this.clock.now(), false);
    if (register.length > 0) await sequencer.prepare();
    for (const change of register) sequencer.apply(change);
    this.#bans = new Bans(this.clock, sequencer);
  }

  setSkeleton(): void {}

  reserve(name: string): void {
    this.#reserved.set(foldName(name), new Map());
  }

  unreserve(name: string): void {
    this.#reserved.delete(foldName(name));
  }

  open(name: string, until: number, address?: string): void {
    this.opened.push({ name, until, address });
  }

  admit(name: string, address: string, until: number): void {
    const admitted = this.#reserved.get(foldName(name));
    assert(admitted !== undefined, `${name} is admitted, but not reserved`);
    admitted.set(address, until);
  }

  /** Whether a client from this source may use the name over a protocol without passwords. */
  mayBear(name: string, { address }: RequestSource): boolean {
    const admitted = this.#reserved.get(foldName(name));
    return admitted === undefined || (admitted.get(address) ?? 0) > this.clock.now();
  }

  reserveName(name: string, password = 'correct horse', from = HOME): Promise<Result<NewSignIn, AccountRefusal>> {
    return this.accounts.reserve(name, password, from);
  }

  /** Creates an account. Returns the secret of its cookie. */
  async createAccount(name: string, password = 'correct horse', from = HOME): Promise<string> {
    return unwrap(await this.reserveName(name, password, from)).secret;
  }

  /** The name of the account that the secret belongs to. */
  async nameOf(secret: string, by: 'cookie' | 'token' = 'cookie', from = HOME): Promise<string | undefined> {
    return (await this.accounts.identify(secret, by, from))?.name;
  }
}

export function unwrap<Value>(result: Result<Value, AccountRefusal>): Value {
  assert(result.ok, result.ok ? '' : `refused: ${result.problem.why}`);
  return result.value;
}

/** The reason of a refusal; undefined if the request was not refused. */
export const refusalOf = (result: Result<unknown, AccountRefusal>): string | undefined =>
  result.ok ? undefined : result.problem.why;
