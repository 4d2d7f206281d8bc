import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadMeasuredProtocol } from './measured-protocol-list.ts';

const TENGEN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const RELAY = fileURLToPath(new URL('./relay.ts', import.meta.url));
const C_RELAY = fileURLToPath(new URL('./relay.c', import.meta.url));

/** Linux counts the processor time of a process in steps of this many microseconds. */
const TICK = 10_000;
/** Milliseconds between two polls whether a process is idle. */
const POLL_INTERVAL = 100;
const IDLE_TIMEOUT = 3_000;

/** A server, a relay or a stream that is measured in turn with others. */
export interface MeasuredServer {
  readonly port: number;
  /** Processor time of all threads in microseconds. Undefined on a system that does not report it. */
  readonly processorTime: number | undefined;
  /** The program of the clients, if it is not `load-generator-process.ts`. */
  readonly generator?: URL;
  /** Resolves when the process has finished the work that its clients caused, or after a time limit. */
  waitUntilIdle(): Promise<void>;
  end(): Promise<void>;
}

/** Waits until a process uses almost no processor time, at most `IDLE_TIMEOUT`. */
export async function waitUntilIdle(processorTime: () => number | undefined): Promise<void> {
  let before = processorTime() ?? 0;
  for (let waited = 0; waited < IDLE_TIMEOUT; waited += POLL_INTERVAL) {
    await delay(POLL_INTERVAL);
    const now = processorTime() ?? 0;
    if (now - before <= TICK) return;
    before = now;
  }
}

/** A server in a process of its own. */
export class MeasuredProcess implements MeasuredServer {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Starts a program that prints `listening on 127.0.0.1:PORT`. The port is in the last of `lines` lines. */
  static async start(command: string, args: readonly string[], lines = 1): Promise<MeasuredProcess> {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let output = '';
    for await (const text of child.stdout) {
      output += text;
      if (output.split('\n').length > lines) break;
    }
    const port = Number(/:(\d+)\n$/.exec(output)?.[1]);
    if (Number.isNaN(port)) throw new Error(`${command} ${args.join(' ')} printed no port`);
    return new MeasuredProcess(child, port);
  }

  get processorTime(): number | undefined {
    try {
      const fields = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    } catch {
      return undefined;
    }
  }

  /** Resident memory in bytes. Undefined on a system that does not report it. */
  get residentMemory(): number | undefined {
    try {
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')) ?? [];
      return kibibytes === undefined ? undefined : 1024 * Number(kibibytes);
    } catch {
      return undefined;
    }
  }

  async waitUntilIdle(): Promise<void> {
    await waitUntilIdle(() => this.processorTime);
  }

  async end(): Promise<void> {
    const closed = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await closed;
  }
}

/** Starts `tengen serve` with the journal `name` in `folder`, by default a new one. `main` is the command of the measured checkout. */
export async function startTengen(
  protocol: string,
  durability: 'none' | 'os' | 'disk',
  folder: string,
  name = `${protocol}-${durability}-${process.hrtime.bigint()}.db`,
  main = TENGEN,
): Promise<MeasuredProcess> {
  const { settings } = await loadMeasuredProtocol(protocol);
  const listener = settings === undefined ? undefined : `${protocol}://127.0.0.1:0?${settings}`;
  const data = join(folder, name);
  const args = ['serve', '--port', '0', '--log-level', 'error', '--durability', durability, '--data', data];
  const all = [main, ...args, ...(listener === undefined ? [] : ['--listen', listener])];
  return MeasuredProcess.start(process.execPath, all, listener === undefined ? 1 : 2);
}

export const startRelay = (protocol: string): Promise<MeasuredProcess> =>
  MeasuredProcess.start(process.execPath, [RELAY, protocol]);

/** Starts the relay in C, for protocols of lines whose moves go to both players. Undefined if there is no C compiler. */
export async function startCRelay(folder: string): Promise<MeasuredProcess | undefined> {
  const program = join(folder, 'relay');
  const { status } = spawnSync('cc', ['-O2', '-o', program, C_RELAY], { stdio: 'ignore' });
  return status === 0 ? await MeasuredProcess.start(program, []) : undefined;
}
