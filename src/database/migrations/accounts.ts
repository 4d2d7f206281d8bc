import { type CreateTableBuilder, type Kysely, type Migration, SqliteAdapter } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration outlives the tables that the code of the day describes.
type AnyDatabase = Kysely<any>;

/** Accounts with their sign-ins, tokens and admissions, and bans (docs/accounts.md). */
export const accounts: Migration = {
  async up(database: AnyDatabase) {
    await numbered(database, 'account')
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('password', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .execute();
    await database.schema
      .createTable('sign_in')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('account', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await numbered(database, 'token')
      .addColumn('account', 'integer', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('used', 'bigint')
      .execute();
    await database.schema
      .createTable('admission')
      .addColumn('account', 'integer', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('admission_of_account', ['account', 'address'])
      .execute();
    await numbered(database, 'ban')
      .addColumn('name', 'text')
      .addColumn('address', 'text')
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text')
      .execute();
    for (const table of ['sign_in', 'token']) {
      await database.schema.createIndex(`${table}_account`).on(table).column('account').execute();
    }
    for (const table of ['sign_in', 'admission']) {
      await database.schema.createIndex(`${table}_until`).on(table).column('until').execute();
    }
  },
};

/** A table whose rows are counted; a number is never given twice, so that nothing old can mean somebody new. */
function numbered(database: AnyDatabase, name: string): CreateTableBuilder<string, string> {
  const table = database.schema.createTable(name);
  return database.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'serial', (column) => column.primaryKey());
}
