import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ok, problem, type Result } from '../../../result.ts';
import { killOnce, killProcesses, MARK, memoryWithoutSharing, processesOf } from './program-processes.ts';

export interface ProgramLimits {
  /** Resident memory of all processes of the program together, in bytes. */
  readonly memory: number;
  /** Size of standard output and standard error together, in bytes. */
  readonly output: number;
  readonly processes: number;
}

const MIB = 1024 * 1024;
/** The report shows this many characters of the output. */
const SHOWN_OUTPUT = 8_000;
/** Milliseconds between two measurements of memory and processes. */
const WATCH_INTERVAL = 100;
/** Milliseconds between SIGTERM and SIGKILL. */
const TERMINATION_TIME = 500;

/** Programs that must end when this process ends. */
const running = new Set<StudentProgram>();
process.on('exit', () => {
  for (const each of running) each.killAll();
});

/**
 * A student's program with all processes that it starts. It runs in a process group of its own, without standard input
 * and without a shell, and is killed when it exceeds a limit.
 */
export class StudentProgram {
  /** The mark by which the processes of the program are found. */
  readonly mark: string;
  /** Resolves when the program's first process has ended. The processes that it started are then killed. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #limits: ProgramLimits;
  readonly #timer: NodeJS.Timeout;
  #output = '';
  #outputBytes = 0;
  #exit: string | undefined;
  #exceeded: string | undefined;
  #isStopping = false;
  #ignoredTermination = false;

  /** Starts a command in a folder. A problem is one line. */
  static async start(
    command: readonly string[],
    folder: string,
    { limits, mark }: { readonly limits: ProgramLimits; readonly mark: string },
  ): Promise<Result<StudentProgram>> {
    const [file = '', ...args] = command;
    const child = spawn(file, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, [MARK]: mark },
    });
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      child.once('spawn', () => resolve(undefined));
      child.on('error', resolve);
    });
    if (failure !== undefined) return problem(`the program ${JSON.stringify(file)} cannot be started: ${failure.code}`);
    return ok(new StudentProgram(child, mark, limits));
  }

  private constructor(child: ChildProcess, mark: string, limits: ProgramLimits) {
    this.#child = child;
    this.mark = mark;
    this.#limits = limits;
    running.add(this);
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
        this.killAll();
        resolve();
      });
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => this.#write(text));
      stream?.on('error', () => {});
    }
    this.#timer = setInterval(() => this.#watch(), WATCH_INTERVAL);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last part of standard output and standard error together. */
  get output(): string {
    return this.#outputBytes > SHOWN_OUTPUT ? `… ${this.#output}` : this.#output;
  }

  /** How the program ended by itself. Undefined while the program runs, and if `stop` has ended it. */
  get exit(): string | undefined {
    return this.#isStopping ? undefined : this.#exit;
  }

  get hasEnded(): boolean {
    return this.#exit !== undefined;
  }

  /** The limit that the program has exceeded. The program was killed for this. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }

  get ignoredTermination(): boolean {
    return this.#ignoredTermination;
  }

  /** Ends all processes of the program: SIGTERM first, then SIGKILL. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.hasEnded) {
      this.#isStopping = true;
      this.#signal('SIGTERM');
      await Promise.race([this.ended, delay(TERMINATION_TIME)]);
      this.#ignoredTermination = !this.hasEnded;
    }
    this.#signal('SIGKILL');
    await killProcesses(this.pid, this.mark);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    running.delete(this);
  }

  /** Sends SIGKILL to all processes of the program. */
  killAll(): void {
    this.#signal('SIGKILL');
    killOnce(this.pid, this.mark);
  }

  /** Sends a signal to the process group. */
  #signal(signal: NodeJS.Signals): void {
    // When all processes of the group have ended, its id may belong to a new group.
    if (this.pid === undefined || (this.hasEnded && signal === 'SIGTERM')) return;
    try {
      process.kill(-this.pid, signal);
    } catch {
      // No process of the group is left.
    }
  }

  #watch(): void {
    const all = processesOf(this.pid, this.mark, false);
    const memory = all.reduce((sum, each) => sum + each.memory, 0);
    if (memory > this.#limits.memory && memoryWithoutSharing(all) > this.#limits.memory)
      this.#exceed(`it used more than ${this.#limits.memory / MIB} MiB of memory`);
    if (all.length > this.#limits.processes) this.#exceed(`it started more than ${this.#limits.processes} processes`);
  }

  #write(text: string): void {
    if (this.#exceeded !== undefined) return;
    this.#outputBytes += Buffer.byteLength(text);
    this.#output = (this.#output + text).slice(-SHOWN_OUTPUT);
    if (this.#outputBytes > this.#limits.output) this.#exceed(`it printed more than ${this.#limits.output / MIB} MiB`);
  }

  #exceed(limit: string): void {
    this.#exceeded ??= limit;
    this.killAll();
  }
}
