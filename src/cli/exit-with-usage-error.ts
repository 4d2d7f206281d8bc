import { plainText } from '../sanitize-text.ts';

/** Ends the process with one line and exit code 2. The line may contain text of another server. */
export function exitWithUsageError(problem: string): never {
  process.stderr.write(`tengen: ${plainText(problem)}\n`);
  process.exit(2);
}
