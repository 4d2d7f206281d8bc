import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spreadOf } from './compare-processor-time.ts';
import type { MeasuredValue, MeasureSection, SectionDefinition } from './section.ts';

const ROUNDS = 15;
const TENGEN = 'dist/cli/main.js';
/** A greeting and the start of its answer. */
const [HELLO, ANSWER] = ['CORE.HELLO~anna\n', 'CORE.HELLO'];

/** Elapsed milliseconds until `node` with these arguments has exited. */
async function timeUntilExit(...args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')}: exit code ${code}`);
  return performance.now() - start;
}

/** Elapsed milliseconds until a server with a new database has answered its first client. */
async function timeUntilFirstAnswer(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-start-'));
  const args = [TENGEN, 'serve', '--port', '0', '--data', join(folder, 'games.db'), '--log-level', 'error'];
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [listening] = await once(child.stdout, 'data');
    const socket = connect(Number(/:(\d+)\n/.exec(String(listening))?.[1]), '127.0.0.1');
    socket.write(HELLO);
    const [answer] = await once(socket, 'data');
    const milliseconds = performance.now() - start;
    if (!String(answer).startsWith(ANSWER)) throw new Error(`the server answered ${answer}`);
    socket.destroy();
    return milliseconds;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  }
}

const measure: MeasureSection = async (report) => {
  execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
  const [bare, help, served]: number[][] = [[], [], []];
  for (let round = -1; round < ROUNDS; round++) {
    const times = [await timeUntilExit('-e', '0'), await timeUntilExit(TENGEN, '--help'), await timeUntilFirstAnswer()];
    // The first round fills the disk cache and Node's compile cache.
    if (round >= 0) for (const [index, list] of [bare, help, served].entries()) list!.push(times[index]!);
  }
  const figure = (what: string, times: readonly number[], atMost: number): MeasuredValue => ({
    what,
    against: 'a bare `node -e 0`, in time',
    value: spreadOf(times.map((time, round) => time / bare![round]!)),
    goal: { atMost },
    note: `${spreadOf(times).median.toFixed(0)} ms, and ${spreadOf(bare!).median.toFixed(0)} ms`,
  });
  report(figure('`tengen serve` on a fresh database, until its first client is answered', served!, 4));
  report(figure('`tengen --help`', help!, 1.7));
};

export const start: SectionDefinition = {
  title: 'Start',
  method: [
    'This section compares the start times of two commands, `tengen --help` and `tengen serve`, with the start time of `node -e 0`, a Node process that does nothing. The programs are started in turn, one at a time. Each `tengen serve` has a new database. Node’s compile cache is already filled, as at every start of a program except the first.',
  ],
  measure,
};
