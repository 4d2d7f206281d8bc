import type { Result } from '../../../src/result.ts';
import type { ReadOutcome } from './codec-side.ts';

/** What a parser says, in the words of a `CodecSide`. */
export const taken = <Message>(result: Result<Message>): ReadOutcome<Message> =>
  result.ok ? { kind: 'message', message: result.value } : { kind: 'problem', problem: result.problem };

/** The same of a parser that says nothing of what is wrong. */
export const takenOr = <Message>(message: Message | undefined): ReadOutcome<Message> =>
  message === undefined ? { kind: 'problem', problem: 'no message' } : { kind: 'message', message };
