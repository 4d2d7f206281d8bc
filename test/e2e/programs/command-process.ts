import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../support/eventually.ts';
import { MAIN } from '../serve/server-process.ts';

/** The exit code and the output of a program that has ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Context {
  after(clean: () => void): void;
}

/** A process of the command `tengen`, which is killed after the test. */
export class CommandProcess {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(context: Context, ...args: readonly string[]) {
    this.child = spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    context.after(() => void this.child.kill('SIGKILL'));
    this.child.stdin?.on('error', () => {});
    this.child.stdout?.on('data', (text) => {
      this.stdout += text;
    });
    this.child.stderr?.on('data', (text) => {
      this.stderr += text;
    });
  }

  /** Writes these lines to the standard input and closes it. */
  type(...lines: readonly string[]): this {
    this.child.stdin?.end(lines.map((line) => `${line}\n`).join(''));
    return this;
  }

  /** Waits until standard output or standard error contains `text`. */
  async waitForOutput(text: string): Promise<void> {
    await eventually(`${text} in the output`, () => {
      if (this.stdout.includes(text) || this.stderr.includes(text)) return true;
      if (this.child.exitCode !== null)
        throw new Error(`the program ended without printing ${text}: ${this.stdout}${this.stderr}`);
      return false;
    });
  }

  async ended(): Promise<Outcome> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}
