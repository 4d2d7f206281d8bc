import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measured } from './measured-protocol-list.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const RELAY = fileURLToPath(new URL('./relay.ts', import.meta.url));
const C_RELAY = fileURLToPath(new URL('./relay.c', import.meta.url));

/** Microseconds: the step in which Linux counts a process's time. */
const TICK = 10_000;
/** Milliseconds of one look whether a process rests, and for how long it is looked at most. */
const LOOK = 100;
const LONGEST_UNREST = 3_000;

/** What is measured in turns with others. */
export interface MeasuredServer {
  readonly port: number;
  /** Microseconds of the processor that it has had, all its threads together; nothing where the system does not tell. */
  readonly processorTime: number | undefined;
  /** The program of its clients, if they are not those of a server. */
  readonly generator?: URL;
  /** Until nothing is left to do of what was asked of it. */
  rest(): Promise<void>;
  end(): Promise<void>;
}

/** Waits until a process has nothing left to do. */
export async function untilRest(processorTime: () => number | undefined): Promise<void> {
  let before = processorTime() ?? 0;
  for (let looked = 0; looked < LONGEST_UNREST; looked += LOOK) {
    await delay(LOOK);
    const now = processorTime() ?? 0;
    if (now - before <= TICK) return;
    before = now;
  }
}

/** A server that is measured, as a process of its own. */
export class Contestant implements MeasuredServer {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Whatever prints `listening on 127.0.0.1:PORT`; the port is that of the last of so many lines. */
  static async start(command: string, args: readonly string[], lines = 1): Promise<Contestant> {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const orphan = (): void => void child.kill('SIGKILL');
    process.once('exit', orphan);
    child.once('exit', () => process.off('exit', orphan));
    let said = '';
    for await (const text of child.stdout) {
      said += text;
      if (said.split('\n').length > lines) break;
    }
    const port = Number(/:(\d+)\n$/.exec(said)?.[1]);
    if (Number.isNaN(port)) throw new Error(`${command} ${args.join(' ')} does not listen`);
    return new Contestant(child, port);
  }

  get processorTime(): number | undefined {
    try {
      const fields = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK;
    } catch {
      return undefined;
    }
  }

  /** Bytes of memory that it holds; nothing where the system does not tell. */
  get residentMemory(): number | undefined {
    try {
      const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')) ?? [];
      return kibibytes === undefined ? undefined : 1024 * Number(kibibytes);
    } catch {
      return undefined;
    }
  }

  async rest(): Promise<void> {
    await untilRest(() => this.processorTime);
  }

  async end(): Promise<void> {
    const closed = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await closed;
  }
}

/** With a journal in `folder`: a new one, unless it is named. `main` is the command of the checkout that is measured. */
export async function startTengen(
  protocol: string,
  durability: 'none' | 'os' | 'disk',
  folder: string,
  name = `${protocol}-${durability}-${process.hrtime.bigint()}.db`,
  main = MAIN,
): Promise<Contestant> {
  const { settings } = await measured(protocol);
  const listener = settings === undefined ? undefined : `${protocol}://127.0.0.1:0?${settings}`;
  const data = join(folder, name);
  const args = ['serve', '--port', '0', '--log-level', 'error', '--durability', durability, '--data', data];
  const all = [main, ...args, ...(listener === undefined ? [] : ['--listen', listener])];
  return Contestant.start(process.execPath, all, listener === undefined ? 1 : 2);
}

export const startRelay = (protocol: string): Promise<Contestant> =>
  Contestant.start(process.execPath, [RELAY, protocol]);

/** For protocols of lines whose moves are told to both; nothing where there is no compiler. */
export async function startCRelay(folder: string): Promise<Contestant | undefined> {
  const program = join(folder, 'relay');
  const { status } = spawnSync('cc', ['-O2', '-o', program, C_RELAY], { stdio: 'ignore' });
  return status === 0 ? await Contestant.start(program, []) : undefined;
}
