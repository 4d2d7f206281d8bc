import type { Result } from '../../../src/result.ts';
import type { ReadOutcome } from './codec-side.ts';

/** Converts the result of a parser. */
export const toReadOutcome = <Message>(result: Result<Message>): ReadOutcome<Message> =>
  result.ok ? { kind: 'message', message: result.value } : { kind: 'problem', problem: result.problem };

/** Converts the result of a parser that does not describe problems. */
export const toReadOutcomeOrProblem = <Message>(message: Message | undefined): ReadOutcome<Message> =>
  message === undefined ? { kind: 'problem', problem: 'no message' } : { kind: 'message', message };
