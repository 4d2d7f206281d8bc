/**
 * A whole number from `least` on, as a script was told it. Anything else ends the script with one line and exit code 2: a
 * run of no steps that finds nothing would look like a good one.
 */
export function numberOption(name: string, text: string, least = 1): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= Number.MAX_SAFE_INTEGER) return number;
  console.error(`${name} ${text}: a whole number from ${least} on is wanted`);
  process.exit(2);
}
