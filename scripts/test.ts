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

/** Runs the tests of one process. The first process prints its output at once. The output of the others is returned. */
async function run(shard: number): Promise<{ readonly hasPassed: boolean; readonly output: string }> {
  const options = ['--test', '--test-isolation=none', '--test-timeout=600000', `--test-shard=${shard}/${PROCESSES}`];
  const stdout = shard === 1 ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [...options, ...PATTERNS], { stdio: ['ignore', stdout, 'inherit'] });
  const [output, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  return { hasPassed: code === 0, output };
}

const runs = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => run(index + 1)));
for (const { output } of runs) process.stdout.write(output);
process.exitCode = runs.every(({ hasPassed }) => hasPassed) ? 0 : 1;
