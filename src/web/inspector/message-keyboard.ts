import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import { turnAfter, turnBefore } from './message-steps.ts';

/** Elements that use the arrow keys, Home and End themselves. */
const OTHERS = 'input, textarea, select, summary, dialog, [role="grid"]';

/** The message that a key selects; `undefined` if the key has another meaning. */
export function messageAfterKey(
  event: KeyboardEvent,
  messages: readonly RecordedMessage[],
  at: number,
): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || messages.length === 0) return undefined;
  if (event.target instanceof Element && event.target.closest(OTHERS) !== null) return undefined;
  const last = messages.length - 1;
  switch (event.key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return turnAfter(messages, at);
    case 'ArrowLeft':
      return turnBefore(messages, at);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
