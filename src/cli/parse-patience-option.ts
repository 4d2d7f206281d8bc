import type { DialogueTimeouts } from '../check/runner/script.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

/** In seconds. Servers answer at once; clients may need to think. */
const DEFAULT_PATIENCE = { server: 3, client: 10 };
const LONGEST_PATIENCE = 3_600;
/** Silence for this part of the patience counts as no message. */
const SILENCE = 0.1;

export function parsePatience(written: string | undefined, examined: 'server' | 'client'): DialogueTimeouts {
  const usual = DEFAULT_PATIENCE[examined];
  const seconds = written === undefined ? usual : /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0 || seconds > LONGEST_PATIENCE) {
    exitWithUsageError(`--patience must be a number of seconds, more than 0 and up to ${LONGEST_PATIENCE}`);
  }
  return { answer: seconds * 1000, silence: seconds * 1000 * SILENCE };
}
