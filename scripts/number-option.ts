/**
 * Reads a whole number of at least `least` from the command line. Any other text ends the script with one line and exit code 2:
 * otherwise a run of no steps would look like a success.
 */
export function numberOption(name: string, text: string, least = 1): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= Number.MAX_SAFE_INTEGER) return number;
  console.error(`${name} ${text}: expected a whole number of at least ${least}`);
  process.exit(2);
}
