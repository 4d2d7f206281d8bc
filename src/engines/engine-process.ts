import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { ok, problem, type Result } from '../result.ts';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from './engine-timeouts.ts';
import type { EngineLog, LineBasedProgram } from './line-based-program.ts';
import { LineSplitter } from './line-splitter.ts';

/** The maximum output between two commands, in characters. */
const MOST_OUTPUT = 1 << 20;
/** Limits of standard error: characters per line, and lines between two commands. */
const LONGEST_REMARK = 1_000;
const MOST_REMARKS = 1_000;
/** Milliseconds to read the remaining output after the process has ended. */
const LAST_OUTPUT = 1_000;
const LONGEST_DELAY = 0x7fffffff;

/** Processes that must end when this process ends. */
const running = new Set<EngineProcess>();
const killAll = (): void => {
  for (const each of running) each.kill('SIGKILL');
};

/**
 * Starts a program from a command line: a file and its arguments, possibly in quotes. No shell is used. If the program does
 * not exist or cannot be run, the problem is one line.
 */
export async function startProcess(
  command: string,
  log: EngineLog,
  timeouts: EngineTimeouts = ENGINE_TIMEOUTS,
): Promise<Result<EngineProcess>> {
  const [file = '', ...args] = parseArgsStringToArgv(command);
  if (file === '') return problem('the command that runs the engine is empty');
  if (/["']/.test(command.replace(/"[^"]*"|'[^']*'/g, ''))) return problem(`a quote is not closed: ${command}`);
  if (command.includes('\0')) return problem('the command that runs the engine holds a NUL');
  const child = spawn(file, args, { detached: process.platform !== 'win32', stdio: 'pipe', windowsHide: true });
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    child.once('spawn', () => resolve(undefined));
    // Not `once`: a signal that cannot be sent emits another error later.
    child.on('error', resolve);
  });
  return failure === undefined
    ? ok(new EngineProcess(child, basename(file), log, timeouts))
    : problem(startProblem(file, failure));
}

function startProblem(file: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no program ${JSON.stringify(file)}`;
  if (code === 'EACCES') return `${JSON.stringify(file)} may not be run as a program`;
  return `${JSON.stringify(file)} cannot be run: ${code}`;
}

/** An engine as a process, together with all processes that it starts. */
export class EngineProcess implements LineBasedProgram {
  readonly name: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #log: EngineLog;
  readonly #timeouts: EngineTimeouts;
  readonly #closed: Promise<unknown>;
  /** The lines of output. The first `#read` of them have been read. */
  #lines: string[] = [];
  #read = 0;
  #reader: ((result: Result<string>) => void) | undefined;
  /** Why no more output comes. */
  #endReason: string | undefined;
  #outputLeft = MOST_OUTPUT;
  #remarksLeft = MOST_REMARKS;
  #lastRemark = '';
  #stopping: Promise<void> | undefined;

  constructor(child: ChildProcessWithoutNullStreams, name: string, log: EngineLog, timeouts: EngineTimeouts) {
    this.#child = child;
    this.name = name;
    this.#log = log;
    this.#timeouts = timeouts;
    this.#closed = new Promise((resolve) => child.once('close', resolve));
    if (running.size === 0) process.on('exit', killAll);
    running.add(this);
    child.once('exit', () => this.#onExit());
    child.once('close', (code, signal) => this.#end(`${name} ${endText(code, signal)}${this.#lastRemarkText()}`));
    this.#readLines(child.stdout, new LineSplitter(), (line) => this.#addLine(line));
    this.#readLines(child.stderr, new LineSplitter(LONGEST_REMARK), (line) => this.#remark(line));
    // If the program has closed its input, the next read shows that it has ended or is silent.
    child.stdin.on('error', () => {});
  }

  write(text: string): void {
    this.#outputLeft = MOST_OUTPUT;
    this.#remarksLeft = MOST_REMARKS;
    if (this.#endReason === undefined) this.#child.stdin.write(text);
  }

  now(): number {
    return performance.now();
  }

  line(deadline: number): Promise<Result<string>> {
    const line = this.#lines[this.#read];
    if (line !== undefined) {
      this.#read++;
      return Promise.resolve(ok(line));
    }
    this.#discardLines();
    if (this.#endReason !== undefined) return Promise.resolve(problem(this.#endReason));
    return new Promise((resolve) => {
      const delay = Math.min(Math.max(0, deadline - this.now()), LONGEST_DELAY);
      const timer = setTimeout(() => this.#reader?.(problem(`${this.name} does not answer`)), delay);
      this.#reader = (result) => {
        clearTimeout(timer);
        this.#reader = undefined;
        resolve(result);
      };
    });
  }

  unread(): string[] {
    const lines = this.#lines.slice(this.#read);
    this.#discardLines();
    return lines;
  }

  stop(farewell: string): Promise<void> {
    this.#stopping ??= this.#stop(farewell);
    return this.#stopping;
  }

  /** Sends a signal to the process and all processes that it has started, where the system supports that. */
  kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, signal);
      else this.#child.kill(signal);
    } catch {
      // No process is left.
    }
  }

  async #stop(farewell: string): Promise<void> {
    this.#end(`${this.name} is closed`);
    this.#child.stdin.end(farewell);
    if (await this.#closesWithin(this.#timeouts.quit)) return;
    this.#log(`${this.name} does not quit: SIGTERM`);
    this.kill('SIGTERM');
    if (await this.#closesWithin(this.#timeouts.terminate)) return;
    this.#log(`${this.name} ignores SIGTERM: SIGKILL`);
    this.kill('SIGKILL');
    // With a time limit: a process that hangs inside the system cannot be killed.
    if (!(await this.#closesWithin(2 * LAST_OUTPUT))) this.#log(`${this.name} cannot be ended`);
  }

  async #closesWithin(milliseconds: number): Promise<boolean> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), milliseconds);
    const first = await Promise.race([this.#closed, late.promise]);
    clearTimeout(timer);
    return first !== 'late';
  }

  #readLines(stream: NodeJS.ReadableStream, lines: LineSplitter, addLine: (line: string) => void): void {
    stream.setEncoding('utf8');
    stream.on('data', (piece: string) => {
      if (stream === this.#child.stdout) this.#countOutput(piece.length);
      for (const line of lines.take(piece)) addLine(line);
    });
    stream.on('end', () => lines.end().forEach(addLine));
    stream.on('error', () => {});
  }

  #countOutput(characters: number): void {
    this.#outputLeft -= characters;
    if (this.#outputLeft >= 0 || !running.has(this)) return;
    this.#end(`${this.name} sends too much: more than ${MOST_OUTPUT} characters for one answer`);
    this.#discardLines();
    this.kill('SIGKILL');
  }

  #addLine(line: string): void {
    if (this.#endReason !== undefined) return;
    if (this.#reader !== undefined) this.#reader(ok(line));
    else this.#lines.push(line);
  }

  #remark(line: string): void {
    const plain = line.replace(/\p{Cc}/gu, ' ').trimEnd();
    if (plain === '') return;
    this.#lastRemark = plain;
    this.#remarksLeft--;
    if (this.#remarksLeft >= 0) this.#log(plain);
    else if (this.#remarksLeft === -1) this.#log('(more on standard error is left out)');
  }

  /** The last line of standard error. It usually gives the reason why the program has ended. */
  #lastRemarkText(): string {
    return this.#lastRemark === '' ? '' : `: ${this.#lastRemark.slice(0, 200)}`;
  }

  /** Called when the process has ended. Kills the processes that it started, because they may still have its pipes open. */
  #onExit(): void {
    running.delete(this);
    if (running.size === 0) process.off('exit', killAll);
    this.kill('SIGKILL');
    const { stdout, stderr } = this.#child;
    const timer = setTimeout(() => [stdout, stderr].forEach((stream) => void stream.destroy()), LAST_OUTPUT);
    this.#child.once('close', () => clearTimeout(timer));
  }

  #end(why: string): void {
    this.#endReason ??= why;
    this.#reader?.(problem(this.#endReason));
  }

  #discardLines(): void {
    this.#lines = [];
    this.#read = 0;
  }
}

function endText(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}
