import { type Compilable, type CompiledQuery, createQueryId, type DialectAdapter } from 'kysely';
import type { Database } from './database.ts';

/** Stands for a value while a query is built. */
class Blank {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is asked again and again with other values, under the same names. To build one takes Kysely longer than it
 * takes SQLite to answer it, so each kind of database has it built once.
 */
export class Prepared<Asked extends object, Row> {
  readonly #build: (database: Database, values: Asked) => Compilable<Row>;
  readonly #built = new WeakMap<DialectAdapter, CompiledQuery<Row>>();

  constructor(build: (database: Database, values: Asked) => Compilable<Row>) {
    this.#build = build;
  }

  async rows(database: Database, values: Asked): Promise<Row[]> {
    const built = this.#builtFor(database, values);
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = built.parameters.map((value) => (value instanceof Blank ? given.get(value.name) : value));
    return (await database.executeQuery<Row>({ ...built, parameters, queryId: createQueryId() })).rows;
  }

  #builtFor(database: Database, values: Asked): CompiledQuery<Row> {
    const { adapter } = database.getExecutor();
    const known = this.#built.get(adapter);
    if (known !== undefined) return known;
    const blanks = Object.fromEntries(Object.keys(values).map((name) => [name, new Blank(name)]));
    const built = this.#build(database, blanks as unknown as Asked).compile();
    this.#built.set(adapter, built);
    return built;
  }
}
