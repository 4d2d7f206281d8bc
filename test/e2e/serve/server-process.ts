import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, inTime } from '../../support/eventually.ts';

/** The program as it is in the checkout, or as it was built: `TENGEN_MAIN=dist/cli/main.js`. */
export const MAIN = process.env['TENGEN_MAIN'] ?? fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** The real program, as a process of its own. */
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

  /** Ports in the order of the lines that tell them; fails if the process ends before there are `count`. */
  async ports(count = 1): Promise<number[]> {
    return await eventually(`${count} ports`, () => {
      const lines = this.stdout.split('\n').slice(0, -1);
      if (lines.length >= count) return lines.map((line) => Number(/:(\d+)$/.exec(line)?.[1]));
      if (this.child.exitCode !== null) throw new Error(`the server ended: ${this.stderr}`);
      return undefined;
    });
  }

  /** The line of standard error with these words, once there is one. */
  async waitForLog(text: string): Promise<string> {
    return await eventually(`${text} in the log`, () => {
      const line = this.stderr.split('\n').find((each) => each.includes(text));
      if (line === undefined && this.child.exitCode !== null) throw new Error(`the server ended: ${this.stderr}`);
      return line;
    });
  }

  /** The exit code, or the signal that ended it. */
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

/** The same, as `npm start` starts it. */
export class NpmStart extends Tengen {
  protected override start(args: readonly string[]): ChildProcess {
    return spawn('npm', ['start', '--silent', '--', ...args], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  /** As Ctrl-C in a terminal: the signal goes to npm and all that it has started. */
  async interrupt(): Promise<number | string | null> {
    process.kill(-(this.child.pid ?? 0), 'SIGINT');
    return await this.ended();
  }
}

/** Runs a command that must be refused: nothing on standard output, one line on standard error, exit 2. */
export async function refusal(...args: readonly string[]): Promise<string> {
  const tengen = new Tengen(...args);
  // A server that starts after all would never end.
  tengen.child.stdout?.once('data', () => tengen.child.kill('SIGKILL'));
  assert.equal(await tengen.ended(), 2, tengen.stderr);
  assert.equal(tengen.stdout, '');
  assert.match(tengen.stderr, /^tengen: [^\n]+\n$/);
  return tengen.stderr;
}

/** A folder for one test, gone after it. */
export function temporaryFolder(context: { after(clean: () => void): void }): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), 'tengen-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return (name) => join(path, name);
}

/** A test or the whole file, which does not say whether it has passed. */
interface TestOrSuite {
  readonly passed?: boolean;
  after(clean: () => Promise<unknown>): void;
}

/** Starts `tengen serve` on any free port; killed after the test, whatever happened. */
export function serve(context: TestOrSuite, ...args: readonly string[]): Tengen {
  const tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', ...args);
  killAfter(context, tengen);
  return tengen;
}

/** Killed after the test, whatever happened. The log of a test that has failed is written out. */
export function killAfter(context: TestOrSuite, tengen: Tengen): void {
  context.after(async () => {
    await tengen.end('SIGKILL');
    if (context.passed === false && tengen.stderr !== '') console.error(tengen.stderr);
  });
}
