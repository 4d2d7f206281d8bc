import type { ReadResult } from '../../../src/protocols/message-read-result.ts';
import { LONGEST_LINE, LONGEST_SERVER_LINE, lineBytes, readLine } from '../../../src/protocols/text-line.ts';
import { hasControlCharacter } from '../../../src/sanitize-text.ts';
import type { RandomInt } from '../clients/random.ts';

/** What a codec makes of some bytes. */
export type ReadOutcome<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  /** In one line. */
  | { readonly kind: 'problem'; readonly problem: string };

export interface AnyMessage {
  readonly kind: string;
}

/** What one side of a protocol says: how it is read and made, and what there is to say. */
export interface CodecSide<Message extends AnyMessage = AnyMessage> {
  read(bytes: Uint8Array): ReadResult<ReadOutcome<Message>>;
  make(message: Message): Uint8Array;
  any(randomInt: RandomInt): Message;
  /** Also as nobody should write it, but somebody may. */
  readonly variants: readonly string[];
  /**
   * `canonical`: made again, these bytes are the same. `kept`: made again and read again, the message is the same.
   * `changed`: the codec says that it cannot carry all of it; what it carries instead, it carries for good.
   */
  faithful(written: Uint8Array, message: Message): 'canonical' | 'kept' | 'changed';
  /** The messages of one write; absent where each write is one message. */
  split?(written: Uint8Array): readonly Uint8Array[];
}

interface LineCodec<Message extends AnyMessage> {
  readonly who: 'client' | 'server';
  parse(line: string): ReadOutcome<Message>;
  make(message: Message): string;
  any(randomInt: RandomInt): Message;
  readonly variants?: readonly string[];
  /** Of a line without control characters, and short enough to go through. */
  faithful?(line: string, message: Message): 'canonical' | 'kept' | 'changed';
}

/** A side whose messages are lines of text. */
export function lineSide<Message extends AnyMessage>(codec: LineCodec<Message>): CodecSide<Message> {
  const longest = codec.who === 'client' ? LONGEST_LINE : LONGEST_SERVER_LINE;
  return {
    read(bytes) {
      const read = readLine(bytes, longest);
      if (read.kind === 'more') return read;
      const { message: line } = read;
      return {
        ...read,
        message: line.kind === 'text' ? codec.parse(line.text) : { kind: 'problem', problem: line.kind },
      };
    },
    make: (message) => lineBytes(codec.make(message)),
    any: (randomInt) => codec.any(randomInt),
    variants: codec.variants ?? [],
    faithful(written, message) {
      const read = readLine(written, longest);
      if (read.kind !== 'message' || read.message.kind !== 'text') return 'changed';
      const { text } = read.message;
      if (hasControlCharacter(text) || written.length > LONGEST_LINE - 100) return 'changed';
      const faith = codec.faithful?.(text, message) ?? 'canonical';
      // Numbers beyond the exact range are read as the last of it.
      const isExact = written.length === Buffer.byteLength(text) + 1 && !/[0-9]{16}/.test(text);
      return faith === 'canonical' && !isExact ? 'kept' : faith;
    },
  };
}
