/** Bad usage or input: one clear line, and exit code 2. */
export function refuse(problem: string): never {
  process.stderr.write(`tengen: ${problem}\n`);
  process.exit(2);
}
