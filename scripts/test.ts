import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

// npm test
// Runs the tests in a few processes, each with a part of the files. Loading the modules in a new process for each test file would
// be half of the work.

const PATTERNS = ['src/**/*.test.ts', 'test/**/*.test.ts'];
/** One more than there are processors: some tests wait. */
const PROCESSES = Math.min(4, availableParallelism() + 1);
/** The heading of the failures in the output of Node's reporter. It stands near the end of the output. */
const FAILURES_HEADING = '✖ failing tests:';

/** The tests of one process: their whole output, and the exit code (null after a signal). */
type ShardResult = { readonly shard: number; readonly code: number | null; readonly output: string };

/** Runs the tests of one process. The output of the first process is also printed at once. */
async function run(shard: number): Promise<ShardResult> {
  const options = ['--test', '--test-isolation=none', '--test-timeout=600000', `--test-shard=${shard}/${PROCESSES}`];
  const child = spawn(process.execPath, [...options, ...PATTERNS], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (shard === 1) child.stdout.pipe(process.stdout, { end: false });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  return { shard, code, output };
}

/** Why a process failed: its failed tests, or the end of its output if it ended in the middle of a test. */
function failures({ shard, code, output }: ShardResult): string {
  const start = output.lastIndexOf(FAILURES_HEADING);
  return `\n== process ${shard} of ${PROCESSES} failed (exit code ${code})\n${output.slice(start === -1 ? -2000 : start)}`;
}

const results = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => run(index + 1)));
for (const { output } of results.slice(1)) process.stdout.write(output);
// The failures come last, because some logs keep only the end.
const failed = results.filter(({ code }) => code !== 0);
for (const result of failed) process.stdout.write(failures(result));
process.exitCode = failed.length === 0 ? 0 : 1;
