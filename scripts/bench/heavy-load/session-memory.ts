import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MedianWithQuartiles, spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';
import { loadMeasuredProtocol, MEASURED_PROTOCOLS } from '../server/measured-protocol-list.ts';
import { BUILT } from './built-program.ts';

const SESSIONS = 10_000;
const MAXIMUM_CONNECTIONS = 15_000;
/** Sessions before the first measurement. They make the server load all code that a session needs. */
const WARM_UP_SESSIONS = 100;
/** Servers that are measured for each protocol. */
const ROUNDS = 3;
/** Connections that are opened at once. More would overflow the listener's queue. */
const CONNECTS_AT_ONCE = 200;

interface IdleProtocol {
  readonly name: string;
  /** The first message of client number `index`, which the server answers. */
  readonly hello: (index: number) => string;
  /** The server pairs each client that has sent `hello`, unless the server drains. */
  readonly isPairedAtOnce?: true;
  /** Tengen serves HTTP too, and loads the code for it soon after its start. */
  readonly isTengen: boolean;
}

const IDLE_PROTOCOLS = (await Promise.all(MEASURED_PROTOCOLS.map(loadIdleProtocol))).flatMap(
  (protocol) => protocol ?? [],
);

/** Undefined if no client of the protocol is ever idle. */
async function loadIdleProtocol(name: string): Promise<IdleProtocol | undefined> {
  const { idle, isPairedAtOnce } = await loadMeasuredProtocol(name);
  return idle && { name, isTengen: true, hello: idle, ...(isPairedAtOnce && { isPairedAtOnce }) };
}

/** A server in a process of its own that reports its memory, and the clients that are connected to it. */
class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #kill = (): void => void this.#child.kill('SIGKILL');
  readonly #sockets: Socket[] = [];

  constructor(...args: readonly string[]) {
    const probe = fileURLToPath(new URL('./memory-probe.ts', import.meta.url));
    this.#child = spawn(process.execPath, ['--expose-gc', '--import', probe, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    process.once('exit', this.#kill);
  }

  async port(): Promise<number> {
    let output = '';
    while (!output.includes('\n')) output += (await once(this.#child.stdout!, 'data'))[0];
    return Number(/:(\d+)/.exec(output)?.[1]);
  }

  /** Resident memory in bytes, after garbage collection. */
  async memory(): Promise<number> {
    this.#child.send('memory');
    const [bytes] = await once(this.#child, 'message');
    return bytes;
  }

  /** The server starts no more games. */
  drain(): void {
    this.#child.kill('SIGUSR2');
  }

  /** Connects `count` more clients, and waits until the server has answered each. */
  async connectClients(port: number, count: number, hello: (index: number) => string): Promise<void> {
    for (let left = count; left > 0; left -= CONNECTS_AT_ONCE) {
      const answers = Array.from({ length: Math.min(CONNECTS_AT_ONCE, left) }, () => {
        const socket = connect({ host: '127.0.0.1', port });
        socket.resume();
        socket.write(Buffer.from(hello(this.#sockets.length), 'latin1'));
        this.#sockets.push(socket);
        return once(socket, 'data');
      });
      await Promise.all(answers);
    }
  }

  /** The number of clients that are still connected. */
  get open(): number {
    return this.#sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  }

  async end(): Promise<void> {
    process.off('exit', this.#kill);
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
    for (const socket of this.#sockets) socket.on('error', () => {}).destroy();
  }
}

/** KiB of memory for each session of a new server with the arguments `args`. */
async function memoryPerSession(
  { hello, isPairedAtOnce, isTengen }: IdleProtocol,
  ...args: readonly string[]
): Promise<number> {
  const server = new MeasuredProcess(...args);
  const port = await server.port();
  if (isPairedAtOnce) server.drain();
  await server.connectClients(port, WARM_UP_SESSIONS, hello);
  if (isTengen) await fetch(`http://127.0.0.1:${port}/healthz`);
  const before = await server.memory();
  await server.connectClients(port, SESSIONS, hello);
  const kibibytes = ((await server.memory()) - before) / SESSIONS / 1024;
  const expected = WARM_UP_SESSIONS + SESSIONS;
  if (server.open < expected) throw new Error(`only ${server.open} of ${expected} clients are still connected`);
  await server.end();
  return kibibytes;
}

async function countOpenConnections(...args: readonly string[]): Promise<number> {
  const server = new MeasuredProcess(...args);
  await server.connectClients(await server.port(), MAXIMUM_CONNECTIONS, IDLE_PROTOCOLS[0]!.hello);
  const { open } = server;
  await server.end();
  return open;
}

/** KiB per session by the name of the protocol, and for the bare server. Each is measured once in each round. */
async function measureAll(tengen: () => string[]): Promise<ReadonlyMap<string, MedianWithQuartiles>> {
  const bare: IdleProtocol = { name: 'bare', isTengen: false, hello: () => 'hello\n' };
  const bareServer = fileURLToPath(new URL('./bare-node-server.ts', import.meta.url));
  const measurements = new Map<string, number[]>([bare, ...IDLE_PROTOCOLS].map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    measurements.get(bare.name)!.push(await memoryPerSession(bare, bareServer));
    for (const protocol of IDLE_PROTOCOLS)
      measurements.get(protocol.name)!.push(await memoryPerSession(protocol, ...tengen()));
  }
  return new Map([...measurements].map(([name, kibibytes]) => [name, spreadOf(kibibytes)]));
}

export async function sessionMemory(report: (figure: MeasuredValue) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  let runs = 0;
  const tengen = (): string[] => {
    const data = join(folder, `${runs++}.db`);
    return [BUILT, 'serve', '--port', '0', '--log-level', 'error', '--data', data];
  };
  const kibibytes = await measureAll(tengen);
  for (const { name } of IDLE_PROTOCOLS) {
    report({
      what: `memory of an idle session, ${name}`,
      against: 'KiB',
      value: kibibytes.get(name)!,
      goal: { atMost: 6 },
      note: `the bare server: ${kibibytes.get('bare')!.median.toFixed(2)}`,
    });
  }
  report({
    what: 'open connections at once, all answered',
    against: 'connections',
    value: spreadOf([await countOpenConnections(...tengen())]),
    goal: { atLeast: MAXIMUM_CONNECTIONS },
  });
  rmSync(folder, { recursive: true });
}
