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

/** A PostgreSQL server of its own, on a port and in a folder of its own. */
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

  /** Undefined where PostgreSQL's programs, or an account that may run them, are missing. With CI=true that fails. */
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

  /** After a kill, processes of the server before may still be ending: then it is started again. */
  async start(): Promise<void> {
    await eventually('the PostgreSQL server', async () => {
      if (this.#child === undefined || this.#child.exitCode !== null) this.#spawn();
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
      client.on('error', () => {});
      const isThere = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      return isThere || undefined;
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
    // A killed process loses nothing that the operating system has.
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
    // Its other processes end by themselves, and may still write.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Of the latest version. */
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
