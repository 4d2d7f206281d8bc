import { plainText } from '../text.ts';

/** Bad usage or input: one clear line, and exit code 2. Somebody else's server may have a say in it. */
export function exitWithUsageError(problem: string): never {
  process.stderr.write(`tengen: ${plainText(problem)}\n`);
  process.exit(2);
}
