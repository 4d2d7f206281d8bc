import { makeCsv } from '../../csv.ts';
import type { ConversationResource } from '../../protocols/api/resource-schemas.ts';

type Conversation = Omit<ConversationResource, 'messages'> & {
  readonly messages: readonly ConversationResource['messages'][number][];
};

/** The messages of a game as CSV, in the order in which the server received and sent them. Times are ISO 8601, in UTC. */
export const conversationCsv = ({ messages, ...seats }: Conversation): string =>
  makeCsv([
    ['time', 'move', 'color', 'player', 'protocol', 'from', 'message', 'hex', 'meaning', 'malformed', 'private'],
    ...messages.map(({ at, turns, seat, from, text, hex, meaning, malformed, private: isPrivate }) => [
      new Date(at).toISOString(),
      turns,
      seat,
      seats[seat].name,
      seats[seat].protocol,
      from,
      text,
      hex,
      meaning,
      malformed ?? false,
      isPrivate ?? false,
    ]),
  ]);
