import type { ReadResult } from '../bytes.ts';
import type { BinaryCodec, MalformedBytes } from './binary-messages.ts';
import type { ConversationContext } from './message-description.ts';
import { type Privacy, strictestOf } from './message-privacy.ts';
import type { MessageExplanation, ProtocolMessages, Speaker } from './protocol-messages.ts';

type Message = { readonly kind: string };

const PROBLEMS: Readonly<Record<MalformedBytes['problem'], string>> = {
  'no-such-action': 'no action has that number',
  'too-long': 'longer than any action',
  'not-utf8': 'not UTF-8',
  'bad-value': 'a value that means nothing',
};

/** Explains the message in a read result. `strictest` is the privacy of malformed bytes. */
export function explanationOf<Each extends Message>(
  read: ReadResult<Each | MalformedBytes>,
  strictest: Privacy,
  explain: (message: Exclude<Each, MalformedBytes>) => MessageExplanation,
): ReadResult<MessageExplanation> {
  if (read.kind === 'more') return read;
  const { message } = read;
  if (!isMalformed(message)) return { ...read, message: explain(message as Exclude<Each, MalformedBytes>) };
  const meaning = PROBLEMS[message.problem];
  return { ...read, message: { action: 'MALFORMED', meaning, isWellFormed: false, privacy: strictest } };
}

const isMalformed = (message: Message): message is MalformedBytes => message.kind === 'malformed';

export const explain = <Each extends Message>(
  table: BinaryCodec<Each>,
  message: Each,
  context: ConversationContext,
): MessageExplanation => ({
  action: table.nameOf(message),
  meaning: table.describe(message, context),
  isWellFormed: true,
  privacy: table.privacyOf(message),
});

/** The messages of a protocol that has one table of binary messages for each side. */
export function binaryTableMessages(tables: Readonly<Record<Speaker, BinaryCodec<Message>>>): ProtocolMessages {
  const strictest = strictestOf([tables.client.strictest, tables.server.strictest]);
  return {
    open() {
      let context: ConversationContext = {};
      const reader = (side: Speaker) => (bytes: Uint8Array) =>
        explanationOf(tables[side].parse(bytes), strictest, (message) => {
          const size = tables[side].sizeIn(message);
          if (size !== undefined) context = { size };
          return explain(tables[side], message, context);
        });
      return { client: reader('client'), server: reader('server'), strictest, isBinary: true };
    },
    tables,
    isPublic(side, bytes) {
      for (let rest = bytes; rest.length > 0; ) {
        const read = tables[side].parse(rest);
        if (read.kind !== 'message' || isMalformed(read.message)) return false;
        if (tables[side].privacyOf(read.message) !== 'public') return false;
        rest = rest.subarray(read.length);
      }
      return true;
    },
  };
}
