import type { DialogueTimeouts } from '../check/runner/script.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

/** Seconds that an answer may take. Servers answer at once; clients may need to think. */
const DEFAULT_PATIENCE = { server: 3, client: 10 };
const LONGEST_PATIENCE = 3_600;
/** After this fraction of the answer time without a message, no message is assumed to come. */
const SILENCE = 0.1;

export function parsePatience(text: string | undefined, examined: 'server' | 'client'): DialogueTimeouts {
  const defaultValue = DEFAULT_PATIENCE[examined];
  const seconds = text === undefined ? defaultValue : /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0 || seconds > LONGEST_PATIENCE) {
    exitWithUsageError(`--patience must be a number of seconds, more than 0 and up to ${LONGEST_PATIENCE}`);
  }
  return { answer: seconds * 1000, silence: seconds * 1000 * SILENCE };
}
