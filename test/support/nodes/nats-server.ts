import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from '../server/free-port.ts';

/** Why tests that start a NATS server of their own are skipped; false if they are not. With CI=true they fail instead. */
export function skipWithoutNats(): string | false {
  if (spawnSync('nats-server', ['--version']).status === 0 || process.env['CI'] === 'true') return false;
  return 'no nats-server is installed';
}

interface NatsServerOptions {
  /** Without JetStream. */
  readonly isPlain?: boolean;
  /** A folder of JetStream, of which it gets a copy. */
  readonly store?: string;
}

/** A NATS server with JetStream of its own, on a port and in a folder of its own. */
export class NatsServer {
  readonly port: number;
  readonly #folder: string;
  readonly #isPlain: boolean;
  #child: ChildProcess | undefined;

  private constructor(port: number, isPlain: boolean) {
    this.port = port;
    this.#isPlain = isPlain;
    this.#folder = mkdtempSync(join(tmpdir(), 'tengen-nats-'));
  }

  static async start(
    context: { after(clean: () => Promise<void>): void },
    { isPlain = false, store }: NatsServerOptions = {},
  ): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), isPlain);
    context.after(() => server.#remove());
    if (store !== undefined) cpSync(store, server.store, { recursive: true });
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const jetStream = this.#isPlain ? [] : ['-js', '-sd', this.store];
    const args = ['-a', '127.0.0.1', '-p', `${this.port}`, ...jetStream];
    this.#child = spawn('nats-server', args, { stdio: 'ignore' });
    await eventually('the NATS server', async () => {
      const socket = connect({ host: '127.0.0.1', port: this.port });
      const isThere = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      return isThere || undefined;
    });
  }

  /** Of the running server. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** Copies what is stored now. */
  copyStore(): void {
    rmSync(this.#copy, { recursive: true, force: true });
    cpSync(this.store, this.#copy, { recursive: true });
  }

  /** Puts the copy in the place of what is stored, as if the end of it had been lost. Only while the server is killed. */
  loseTail(): void {
    rmSync(this.store, { recursive: true, force: true });
    renameSync(this.#copy, this.store);
  }

  /** Deletes what is stored. Only while the server is killed. */
  loseStore(): void {
    rmSync(this.store, { recursive: true, force: true });
  }

  /** The folder of JetStream. */
  get store(): string {
    return join(this.#folder, 'store');
  }

  get #copy(): string {
    return join(this.#folder, 'copy');
  }

  async #remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
