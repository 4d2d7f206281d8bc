import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../eventually.ts';
import { freePort } from '../server/free-port.ts';

const VERSIONS = '/usr/lib/postgresql';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A new PostgreSQL server with its own port and folder. */
export class PostgresServer {
  readonly port: number;
  readonly #programs: string;
  readonly #folder: string;
  /** PostgreSQL refuses to run as root. */
  readonly #account: Account | undefined;
  #child: ChildProcess | undefined;

  private constructor(port: number, programs: string, account: Account | undefined) {
    this.port = port;
    this.#programs = programs;
    this.#account = account;
    this.#folder = mkdtempSync(join(tmpdir(), 'tengen-postgres-'));
    if (account !== undefined) chownSync(this.#folder, account.uid, account.gid);
  }

  /** Undefined if PostgreSQL or an account that may run it is missing. With CI=true, it throws instead. */
  static async start(context: { after(clean: () => Promise<void>): void }): Promise<PostgresServer | undefined> {
    const programs = programsFolder();
    const isRoot = process.getuid?.() === 0;
    const account = isRoot ? accountOf('postgres') : undefined;
    if (programs === undefined || (isRoot && account === undefined)) {
      if (process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed');
      return undefined;
    }
    const server = new PostgresServer(await freePort(), programs, account);
    context.after(() => server.#remove());
    const made = spawnSync(join(programs, 'initdb'), ['-D', server.#data, '-U', 'postgres', '-A', 'trust', '-N'], {
      cwd: server.#folder,
      ...account,
    });
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
    await server.start();
    return server;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server again and again until it accepts connections: after a kill, its old processes may still be exiting. */
  async start(): Promise<void> {
    await eventually('the PostgreSQL server', async () => {
      if (this.#child === undefined || this.#child.exitCode !== null) this.#spawn();
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
      client.on('error', () => {});
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      return isConnected || undefined;
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #spawn(): void {
    // Without fsync, because a killed process loses no data that it has passed to the operating system.
    const args = ['-D', this.#data, '-p', `${this.port}`, '-h', '127.0.0.1', '-k', this.#folder, '-c', 'fsync=off'];
    this.#child = spawn(join(this.#programs, 'postgres'), args, {
      cwd: this.#folder,
      stdio: 'ignore',
      ...this.#account,
    });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #remove(): Promise<void> {
    await this.kill();
    // The server's other processes exit by themselves, and may still write files.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The folder with the programs of the latest installed version. */
function programsFolder(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const folders = readdirSync(VERSIONS)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

function accountOf(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
