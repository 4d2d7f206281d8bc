import type { ClientMessage } from '../../protocols/web/client-message.ts';
import { makeClientMessage } from '../../protocols/web/codec.ts';
import type { ServerMessage } from '../../protocols/web/message.ts';
import { parseServerMessage } from '../../protocols/web/parse-server-message.ts';
import type { Visit } from './visit.ts';

type Of<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

/** Asks a visit one thing, takes the message of that kind that comes of it, and goes; nothing where it is refused. */
export async function look<Kind extends ServerMessage['kind']>(
  visit: Visit,
  question: ClientMessage,
  kind: Kind,
): Promise<Of<Kind> | undefined> {
  const { promise, resolve } = Promise.withResolvers<Of<Kind> | undefined>();
  const ear = {
    hear: (line: string) => {
      const said = parseServerMessage(line);
      if (!said.ok) throw new Error(`the server said ${line.slice(0, 200)}: ${said.problem.problem}`);
      if (said.value.kind === kind) resolve(said.value as Of<Kind>);
    },
    over: () => resolve(undefined),
    pause: () => {},
  };
  visit.join(ear);
  // What a question leads to is told before it is answered.
  visit.say(makeClientMessage(question), () => resolve(undefined));
  const found = await promise;
  visit.leave(ear);
  return found;
}
