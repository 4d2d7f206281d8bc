import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Spread, spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';
import { MEASURED, measured } from '../server/measured-protocol-list.ts';
import { BUILT } from './built-program.ts';

const SESSIONS = 10_000;
const MOST = 15_000;
/** Who has come before anything is measured: by then everything is loaded that one needs. */
const FIRST = 100;
/** Servers that are measured one after the other, of each kind. */
const ROUNDS = 3;
/** Of these at once, so that the listener's queue does not overflow. */
const AT_ONCE = 200;

interface Kind {
  readonly name: string;
  /** What the `index`th says first, and is answered. */
  readonly hello: (index: number) => string;
  /** In this protocol every client that says hello is seated, unless no game begins. */
  readonly isSeated?: true;
  /** A server that speaks HTTP, too, and loads what it needs for that soon after its start. */
  readonly isOurs: boolean;
}

const KINDS = (await Promise.all(MEASURED.map(kindOf))).flatMap((kind) => kind ?? []);

/** Nothing where no client of the protocol is ever idle. */
async function kindOf(name: string): Promise<Kind | undefined> {
  const { idle, isSeatedAtOnce } = await measured(name);
  return idle && { name, isOurs: true, hello: idle, ...(isSeatedAtOnce && { isSeated: true }) };
}

/** A server in a process of its own that says how much memory it has, and a crowd that comes to it. */
class Measured {
  readonly #child: ChildProcess;
  readonly #orphan = (): void => void this.#child.kill('SIGKILL');
  readonly #sockets: Socket[] = [];

  constructor(...args: readonly string[]) {
    const collects = fileURLToPath(new URL('./memory-probe.ts', import.meta.url));
    this.#child = spawn(process.execPath, ['--expose-gc', '--import', collects, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    process.once('exit', this.#orphan);
  }

  async port(): Promise<number> {
    let said = '';
    while (!said.includes('\n')) said += (await once(this.#child.stdout!, 'data'))[0];
    return Number(/:(\d+)/.exec(said)?.[1]);
  }

  /** Bytes, after its garbage is collected. */
  async memory(): Promise<number> {
    this.#child.send('memory');
    const [bytes] = await once(this.#child, 'message');
    return bytes;
  }

  /** From now on no game begins. */
  drain(): void {
    this.#child.kill('SIGUSR2');
  }

  /** So many more come, and each is answered. */
  async come(port: number, count: number, hello: (index: number) => string): Promise<void> {
    for (let left = count; left > 0; left -= AT_ONCE) {
      const calls = Array.from({ length: Math.min(AT_ONCE, left) }, () => {
        const socket = connect({ host: '127.0.0.1', port });
        socket.resume();
        socket.write(Buffer.from(hello(this.#sockets.length), 'latin1'));
        this.#sockets.push(socket);
        return once(socket, 'data');
      });
      await Promise.all(calls);
    }
  }

  /** How many are still there. */
  get open(): number {
    return this.#sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  }

  async end(): Promise<void> {
    process.off('exit', this.#orphan);
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
    for (const socket of this.#sockets) socket.on('error', () => {}).destroy();
  }
}

/** KiB that a session holds. */
async function held({ hello, isSeated, isOurs }: Kind, ...args: readonly string[]): Promise<number> {
  const server = new Measured(...args);
  const port = await server.port();
  if (isSeated) server.drain();
  await server.come(port, FIRST, hello);
  if (isOurs) await fetch(`http://127.0.0.1:${port}/healthz`);
  const before = await server.memory();
  await server.come(port, SESSIONS, hello);
  const kibibytes = ((await server.memory()) - before) / SESSIONS / 1024;
  if (server.open < FIRST + SESSIONS) throw new Error(`of ${FIRST + SESSIONS} there are ${server.open}`);
  await server.end();
  return kibibytes;
}

async function heldAtOnce(...args: readonly string[]): Promise<number> {
  const server = new Measured(...args);
  await server.come(await server.port(), MOST, KINDS[0]!.hello);
  const { open } = server;
  await server.end();
  return open;
}

/** The kinds take turns; the bare server is one of them. By name. */
async function heldByAll(tengen: () => string[]): Promise<ReadonlyMap<string, Spread>> {
  const bare: Kind = { name: 'bare', isOurs: false, hello: () => 'hello\n' };
  const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
  const told = new Map<string, number[]>([bare, ...KINDS].map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    told.get(bare.name)!.push(await held(bare, bareServer));
    for (const kind of KINDS) told.get(kind.name)!.push(await held(kind, ...tengen()));
  }
  return new Map([...told].map(([name, kibibytes]) => [name, spreadOf(kibibytes)]));
}

export async function sessionMemory(say: (figure: MeasuredValue) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  let runs = 0;
  const tengen = (): string[] => {
    const data = join(folder, `${runs++}.db`);
    return [BUILT, 'serve', '--port', '0', '--log-level', 'error', '--data', data];
  };
  const kibibytes = await heldByAll(tengen);
  for (const { name } of KINDS) {
    say({
      what: `memory of an idle session, ${name}`,
      against: 'KiB',
      value: kibibytes.get(name)!,
      goal: { atMost: 6 },
      note: `the bare server: ${kibibytes.get('bare')!.median.toFixed(2)}`,
    });
  }
  say({
    what: 'connections held at once, all answered',
    against: 'connections',
    value: spreadOf([await heldAtOnce(...tengen())]),
    goal: { atLeast: MOST },
  });
  rmSync(folder, { recursive: true });
}
