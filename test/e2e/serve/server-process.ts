import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, inTime } from '../../support/eventually.ts';

/** The path of the program: the source in the checkout, or the built file if `TENGEN_MAIN=dist/cli/main.js` is set. */
export const MAIN = process.env['TENGEN_MAIN'] ?? fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** A process of the real program. */
export class Tengen {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(...args: readonly string[]) {
    this.child = this.start(args);
    this.child.stdout?.on('data', (text) => {
      this.stdout += text;
    });
    this.child.stderr?.on('data', (text) => {
      this.stderr += text;
    });
  }

  protected start(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Waits for `count` lines that report a port, and returns the ports in this order. Fails if the process ends first. */
  async ports(count = 1): Promise<number[]> {
    return await eventually(`${count} ports`, () => {
      const lines = this.stdout.split('\n').slice(0, -1);
      if (lines.length >= count) return lines.map((line) => Number(/:(\d+)$/.exec(line)?.[1]));
      if (this.child.exitCode !== null) throw new Error(`the server ended: ${this.stderr}`);
      return undefined;
    });
  }

  /** Waits for a line of standard error that contains `text`, and returns the line. */
  async waitForLog(text: string): Promise<string> {
    return await eventually(`${text} in the log`, () => {
      const line = this.stderr.split('\n').find((each) => each.includes(text));
      if (line === undefined && this.child.exitCode !== null) throw new Error(`the server ended: ${this.stderr}`);
      return line;
    });
  }

  /** Waits for the end of the process. Returns the exit code, or the signal that ended the process. */
  async ended(): Promise<number | string | null> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await inTime(`the end of the server: ${this.stderr}`, once(this.child, 'close'));
    return this.child.exitCode ?? this.child.signalCode;
  }

  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    this.child.kill(signal);
    return await this.ended();
  }
}

/** A server that is started with `npm start`. */
export class NpmStart extends Tengen {
  protected override start(args: readonly string[]): ChildProcess {
    return spawn('npm', ['start', '--silent', '--', ...args], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  /** Sends SIGINT to npm and to every process that npm has started, like Ctrl-C in a terminal. */
  async interrupt(): Promise<number | string | null> {
    process.kill(-(this.child.pid ?? 0), 'SIGINT');
    return await this.ended();
  }
}

/** Runs a command that must be refused: nothing on standard output, one line on standard error, exit 2. */
export async function refusal(...args: readonly string[]): Promise<string> {
  const tengen = new Tengen(...args);
  // A server that starts in spite of the mistake would never end.
  tengen.child.stdout?.once('data', () => tengen.child.kill('SIGKILL'));
  assert.equal(await tengen.ended(), 2, tengen.stderr);
  assert.equal(tengen.stdout, '');
  assert.match(tengen.stderr, /^tengen: [^\n]+\n$/);
  return tengen.stderr;
}

/** Makes a folder that is deleted after the test. Returns a function from a file name to the path in this folder. */
export function temporaryFolder(context: { after(clean: () => void): void }): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), 'tengen-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return (name) => join(path, name);
}

/** A test, or a whole test file. Only a test reports whether it has passed. */
interface TestOrSuite {
  readonly passed?: boolean;
  after(clean: () => Promise<unknown>): void;
}

/** Starts `tengen serve` on a free port. The server is killed after the test. */
export function serve(context: TestOrSuite, ...args: readonly string[]): Tengen {
  const tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', ...args);
  killAfter(context, tengen);
  return tengen;
}

/** Kills the process after the test. If the test has failed, prints the log. */
export function killAfter(context: TestOrSuite, tengen: Tengen): void {
  context.after(async () => {
    await tengen.end('SIGKILL');
    if (context.passed === false && tengen.stderr !== '') console.error(tengen.stderr);
  });
}
