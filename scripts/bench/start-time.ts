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
/** A greeting, and what it is answered. */
const [HELLO, ANSWER] = ['CORE.HELLO~anna\n', 'CORE.HELLO'];

/** Milliseconds of the wall's clock until `node` with these arguments has ended. */
async function untilEnded(...args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')}: exit code ${code}`);
  return performance.now() - start;
}

/** Milliseconds until a server on a database that is not there yet has answered its first client. */
async function untilServed(): Promise<number> {
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
    if (!String(answer).startsWith(ANSWER)) throw new Error(`the server says ${answer}`);
    socket.destroy();
    return milliseconds;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  }
}

const measure: MeasureSection = async (say) => {
  execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
  const [bare, help, served]: number[][] = [[], [], []];
  for (let round = -1; round < ROUNDS; round++) {
    const times = [await untilEnded('-e', '0'), await untilEnded(TENGEN, '--help'), await untilServed()];
    // The first round fills the caches of the disk and of what is compiled.
    if (round >= 0) for (const [index, list] of [bare, help, served].entries()) list!.push(times[index]!);
  }
  const figure = (what: string, times: readonly number[], atMost: number): MeasuredValue => ({
    what,
    against: 'a bare `node -e 0`, in time',
    value: spreadOf(times.map((time, round) => time / bare![round]!)),
    goal: { atMost },
    note: `${spreadOf(times).median.toFixed(0)} ms, and ${spreadOf(bare!).median.toFixed(0)} ms`,
  });
  say(figure('`tengen serve` on a fresh database, until its first client is answered', served!, 4));
  say(figure('`tengen --help`', help!, 1.7));
};

export const start: SectionDefinition = {
  title: 'Start',
  method: [
    'Three programs are started in turn, one at a time: `node -e 0`, the built `tengen --help`, and `tengen serve`. Each `tengen serve` has a new database and the default durability. The figure compares elapsed times. Node’s compile cache is already filled, as at every start except the first.',
  ],
  measure,
};
