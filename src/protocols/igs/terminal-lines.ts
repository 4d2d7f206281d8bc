/** Lines for a person at a terminal: without their numbers, and without positions in digits. */
export const terminalLines = (lines: readonly string[]): readonly string[] =>
  lines.filter((each) => !each.startsWith('22 ')).map((each) => each.replace(/^\d+ /, ''));
