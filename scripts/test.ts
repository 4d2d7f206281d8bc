import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

// npm test
// Every so many test files share a process, which loads the modules only once: with a process for each file, that is half of the work.

const PATTERNS = ['src/**/*.test.ts', 'test/**/*.test.ts'];
/** One more than there are processors: some tests wait. */
const PROCESSES = Math.min(4, availableParallelism() + 1);

/** Runs the tests of one process. The first one writes at once; what another one has written is the result. */
async function run(shard: number): Promise<{ readonly hasPassed: boolean; readonly written: string }> {
  const options = ['--test', '--test-isolation=none', '--test-timeout=600000', `--test-shard=${shard}/${PROCESSES}`];
  const stdout = shard === 1 ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [...options, ...PATTERNS], { stdio: ['ignore', stdout, 'inherit'] });
  const [written, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
  return { hasPassed: code === 0, written };
}

const runs = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => run(index + 1)));
for (const { written } of runs) process.stdout.write(written);
process.exitCode = runs.every(({ hasPassed }) => hasPassed) ? 0 : 1;
