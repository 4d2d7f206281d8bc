import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { NatsServer } from '../../../test/support/nodes/nats-server.ts';

const POSTGRES = process.env['TENGEN_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** A new NATS server, and empty schemas in the database of a running PostgreSQL server. */
export class ExternalServices {
  readonly nats: NatsServer;
  readonly #postgres: pg.Client;
  readonly #cleanups: (() => Promise<void>)[];

  private constructor(nats: NatsServer, postgres: pg.Client, cleanups: (() => Promise<void>)[]) {
    this.nats = nats;
    this.#postgres = postgres;
    this.#cleanups = cleanups;
  }

  static async start(): Promise<ExternalServices> {
    const postgres = new pg.Client({ connectionString: POSTGRES });
    await postgres.connect();
    const cleanups = [() => postgres.end()];
    const nats = await NatsServer.start({ after: (clean) => void cleanups.push(clean) });
    return new ExternalServices(nats, postgres, cleanups);
  }

  /** The options of the nodes of a new installation. */
  async installation(name: string): Promise<readonly string[]> {
    const schema = `tengen_${randomBytes(8).toString('hex')}`;
    await this.#postgres.query(`CREATE SCHEMA ${schema}`);
    this.#cleanups.unshift(async () => void (await this.#postgres.query(`DROP SCHEMA ${schema} CASCADE`)));
    const url = new URL(POSTGRES);
    // PostgreSQL stores only finished games, and no client waits for that.
    url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
    return ['--nats', `nats://127.0.0.1:${this.nats.port}?name=${name}`, '--database', url.href];
  }

  async stop(): Promise<void> {
    for (const clean of this.#cleanups) await clean();
  }
}
