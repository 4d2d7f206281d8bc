import { PostgresAdapter } from 'kysely';
import type { Database } from '../database/database.ts';

/** A stored account. `password` is a hash. */
export interface StoredAccount {
  readonly id: number;
  readonly name: string;
  readonly password: string;
}

export interface StoredToken {
  readonly id: number;
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** When the token was last used; undefined if it never was. */
  readonly used: number | undefined;
}

interface StoredSignIn {
  readonly name: string;
  /** When the sign-in ends. */
  readonly until: number;
}

/**
 * The accounts in the database. Names of accounts are compared by their `key`, the folded name. Only digests of secrets are
 * stored.
 */
export class AccountStore {
  readonly #database: Database;
  /**
   * Whether an INSERT must lock the rows that it selects. In PostgreSQL, another transaction could otherwise change the password
   * or delete the sign-in between this SELECT and the end of the INSERT, and would not see the new row. SQLite has one writer at a
   * time, and no such locks.
   */
  readonly #needsRowLocks: boolean;

  constructor(database: Database) {
    this.#database = database;
    this.#needsRowLocks = database.getExecutor().adapter instanceof PostgresAdapter;
  }

  async names(): Promise<{ name: string; isGuarded: boolean }[]> {
    const rows = await this.#database.selectFrom('account').select(['name', 'guarded']).execute();
    return rows.map(({ name, guarded }) => ({ name, isGuarded: guarded === 1 }));
  }

  /** All accounts, sorted by name. */
  async list(): Promise<{ name: string; group: string | undefined; created: number }[]> {
    const columns = ['name', 'courseGroup', 'created'] as const;
    const rows = await this.#database.selectFrom('account').select(columns).orderBy('key').execute();
    return rows.map(({ courseGroup, ...row }) => ({ ...row, group: courseGroup ?? undefined }));
  }

  /** Marks the account as one of a course, in this group. */
  async setCourse(key: string, group: string | undefined): Promise<void> {
    await this.#database
      .updateTable('account')
      .set({ guarded: 1, courseGroup: group ?? null })
      .where('key', '=', key)
      .execute();
  }

  async find(key: string): Promise<StoredAccount | undefined> {
    const columns = ['id', 'name', 'password'] as const;
    return this.#database.selectFrom('account').select(columns).where('key', '=', key).executeTakeFirst();
  }

  /** False if the name is taken. */
  async add(key: string, name: string, password: string, created: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows: added } = await this.#database
      .insertInto('account')
      .values({ key, name, password, created, guarded: 0, courseGroup: null })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    return added === 1n;
  }

  /** False if the password was changed while the new one was being hashed. */
  async setPassword({ id, password: before }: StoredAccount, password: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('account')
      .set({ password })
      .where('id', '=', id)
      .where('password', '=', before)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async remove(account: number): Promise<void> {
    await this.#atomically(async (transaction) => {
      for (const table of ['signIn', 'token', 'admission'] as const) {
        await transaction.deleteFrom(table).where('account', '=', account).execute();
      }
      await transaction.deleteFrom('account').where('id', '=', account).execute();
    });
  }

  /** False if the password was changed while it was being checked. */
  async addSignIn({ id, password }: StoredAccount, digest: string, until: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows: added } = await this.#database
      .insertInto('signIn')
      .columns(['account', 'digest', 'until'])
      .expression((query) =>
        query
          .selectFrom('account')
          .select(({ val }) => ['id', val(digest).as('digest'), val(until).as('until')])
          .where('id', '=', id)
          .where('password', '=', password)
          .$if(this.#needsRowLocks, (selected) => selected.forShare()),
      )
      .executeTakeFirst();
    return added === 1n;
  }

  /** Deletes all sign-ins of an account except the `limit` that end last. */
  async limitSignIns(account: number, limit: number): Promise<void> {
    await this.#database
      .deleteFrom('signIn')
      .where('account', '=', account)
      .where('digest', 'not in', (query) =>
        query
          .selectFrom('signIn')
          .select('digest')
          .where('account', '=', account)
          .orderBy('until', 'desc')
          .limit(limit),
      )
      .execute();
  }

  async findSignIn(digest: string): Promise<StoredSignIn | undefined> {
    return this.#database
      .selectFrom('signIn')
      .innerJoin('account', 'account.id', 'signIn.account')
      .select(['account.name', 'signIn.until'])
      .where('digest', '=', digest)
      .executeTakeFirst();
  }

  async prolongSignIn(digest: string, until: number): Promise<void> {
    await this.#database.updateTable('signIn').set({ until }).where('digest', '=', digest).execute();
  }

  async endSignIn(digest: string): Promise<void> {
    await this.#database.deleteFrom('signIn').where('digest', '=', digest).execute();
  }

  /** Deletes all sign-ins and known addresses of an account. */
  async endSignIns(account: number): Promise<void> {
    await this.#atomically(async (transaction) => {
      await transaction.deleteFrom('signIn').where('account', '=', account).execute();
      await transaction.deleteFrom('admission').where('account', '=', account).execute();
    });
  }

  /** Admits an address for the account of a sign-in. False if the sign-in has ended. */
  async admit(digest: string, address: string, until: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows: added } = await this.#database
      .insertInto('admission')
      .columns(['account', 'address', 'until'])
      .expression((query) =>
        query
          .selectFrom('signIn')
          .select(({ val }) => ['account', val(address).as('address'), val(until).as('until')])
          .where('digest', '=', digest)
          .$if(this.#needsRowLocks, (selected) => selected.forShare()),
      )
      .onConflict((conflict) => conflict.columns(['account', 'address']).doUpdateSet({ until }))
      .executeTakeFirst();
    return added === 1n;
  }

  async admissions(): Promise<{ name: string; address: string; until: number }[]> {
    return this.#database
      .selectFrom('admission')
      .innerJoin('account', 'account.id', 'admission.account')
      .select(['account.name', 'admission.address', 'admission.until'])
      .execute();
  }

  /** Deletes all known addresses of an account except the `limit` that were admitted last. */
  async limitAddresses(account: number, limit: number): Promise<void> {
    await this.#database
      .deleteFrom('admission')
      .where('account', '=', account)
      .where('address', 'not in', (query) =>
        query
          .selectFrom('admission')
          .select('address')
          .where('account', '=', account)
          .orderBy('until', 'desc')
          .limit(limit),
      )
      .execute();
  }

  /** Deletes expired sign-ins, and addresses whose admission ended at `addressesUntil` or earlier. */
  async deleteExpired(now: number, addressesUntil: number): Promise<void> {
    await this.#database.deleteFrom('signIn').where('until', '<=', now).execute();
    await this.#database.deleteFrom('admission').where('until', '<=', addressesUntil).execute();
  }

  async #atomically(write: (transaction: Database) => Promise<void>): Promise<void> {
    if (this.#database.isTransaction) await write(this.#database);
    else await this.#database.transaction().execute(write);
  }

  async tokens(key: string): Promise<StoredToken[]> {
    const rows = await this.#database
      .selectFrom('token')
      .innerJoin('account', 'account.id', 'token.account')
      .select(['token.id', 'token.label', 'token.created', 'token.used'])
      .where('account.key', '=', key)
      .orderBy('token.id')
      .execute();
    return rows.map(({ used, ...token }) => ({ ...token, used: used ?? undefined }));
  }

  async addToken(account: number, digest: string, label: string, created: number): Promise<number> {
    const { id } = await this.#database
      .insertInto('token')
      .values({ account, digest, label, created })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async findToken(digest: string): Promise<{ name: string; used: number | null } | undefined> {
    return this.#database
      .selectFrom('token')
      .innerJoin('account', 'account.id', 'token.account')
      .select(['account.name', 'token.used'])
      .where('token.digest', '=', digest)
      .executeTakeFirst();
  }

  async useToken(digest: string, used: number): Promise<void> {
    await this.#database.updateTable('token').set({ used }).where('digest', '=', digest).execute();
  }

  /** False if the account has no such token. */
  async removeToken(key: string, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('token')
      .where('id', '=', id)
      .where('account', 'in', (query) => query.selectFrom('account').select('id').where('key', '=', key))
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  async removeTokens(account: number): Promise<void> {
    await this.#database.deleteFrom('token').where('account', '=', account).execute();
  }
}
