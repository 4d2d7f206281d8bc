import type { TestContext } from 'node:test';
import { NatsServer } from '../../support/nodes/nats-server.ts';
import { serve, type Tengen } from '../serve/server-process.ts';

/** A NATS server, and the options of the nodes of one installation. */
export class Installation {
  readonly nats: NatsServer;
  /** The options for NATS and the database, which `tengen export` has too. */
  readonly storageOptions: readonly string[];
  readonly options: readonly string[];
  readonly #context: TestContext;

  constructor(context: TestContext, nats: NatsServer, database: string) {
    this.#context = context;
    this.nats = nats;
    this.storageOptions = ['--nats', `nats://127.0.0.1:${nats.port}?name=test&snapshot=20`, '--database', database];
    this.options = [...this.storageOptions, '--log-level', 'info', '--resume', '60'];
  }

  /** Starts a NATS server. `database` is the address of an empty database. */
  static async open(context: TestContext, database: string): Promise<Installation> {
    return new Installation(context, await NatsServer.start(context), database);
  }

  async node(...furtherOptions: readonly string[]): Promise<{ readonly tengen: Tengen; readonly port: number }> {
    const tengen = serve(this.#context, ...this.options, ...furtherOptions);
    const [port = 0] = await tengen.ports();
    return { tengen, port };
  }
}
