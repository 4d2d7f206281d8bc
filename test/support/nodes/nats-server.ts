import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from '../server/free-port.ts';

/** The reason for skipping tests that need a NATS server, or false. With CI=true, such tests fail instead of being skipped. */
export function skipWithoutNats(): string | false {
  if (spawnSync('nats-server', ['--version']).status === 0 || process.env['CI'] === 'true') return false;
  return 'no nats-server is installed';
}

interface NatsServerOptions {
  /** Without JetStream. */
  readonly isPlain?: boolean;
  /** A JetStream folder, which is copied for the server. */
  readonly store?: string;
}

/** A new NATS server with JetStream, with its own port and folder. */
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

  /** The process id of the running server. */
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

  /** Copies the stored data. */
  copyStore(): void {
    rmSync(this.#copy, { recursive: true, force: true });
    cpSync(this.store, this.#copy, { recursive: true });
  }

  /** Restores the copy, as if the later messages had been lost. The server must be stopped. */
  loseTail(): void {
    rmSync(this.store, { recursive: true, force: true });
    renameSync(this.#copy, this.store);
  }

  /** Deletes the stored data. The server must be stopped. */
  loseStore(): void {
    rmSync(this.store, { recursive: true, force: true });
  }

  /** The JetStream folder. */
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
