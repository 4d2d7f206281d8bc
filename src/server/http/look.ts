import type { ClientMessage } from '../../protocols/api/client-message.ts';
import { makeClientMessage } from '../../protocols/api/codec.ts';
import type { ServerMessage } from '../../protocols/api/message.ts';
import type { Visit } from './visits/visit.ts';

/** Asks a visit one thing and leaves; `hear` gets each line that it is told before the answer, which is a message of the server. Whether it was answered. */
export async function askVisit(visit: Visit, question: ClientMessage, hear: (line: string) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const listener = { hear, over: () => resolve(false), pause: () => {} };
  visit.join(listener);
  // What a question leads to is told before it is answered.
  visit.say(makeClientMessage(question), (answer) => resolve(answer !== undefined));
  const isAnswered = await promise;
  visit.leave(listener);
  return isAnswered;
}

/** Reads one of the server's own messages, without the check that somebody else's would get. */
export const readOwnMessage = (line: string): ServerMessage => JSON.parse(line);
