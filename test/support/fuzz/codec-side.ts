import type { ReadResult } from '../../../src/protocols/bytes.ts';
import { LONGEST_LINE, LONGEST_SERVER_LINE, lineBytes, readLine } from '../../../src/protocols/text-line.ts';
import { hasControlCharacter } from '../../../src/sanitize-text.ts';
import type { RandomInt } from '../clients/random.ts';

/** The result of reading one message. */
export type ReadOutcome<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  /** `problem` is one line. */
  | { readonly kind: 'problem'; readonly problem: string };

export interface AnyMessage {
  readonly kind: string;
}

/** The messages of one side of a protocol: how they are read, made and generated. */
export interface CodecSide<Message extends AnyMessage = AnyMessage> {
  read(bytes: Uint8Array): ReadResult<ReadOutcome<Message>>;
  make(message: Message): Uint8Array;
  generate(randomInt: RandomInt): Message;
  /** Unusual or malformed messages that programs may send. */
  readonly variants: readonly string[];
  /**
   * What reading and making again preserves. `canonical`: the bytes. `kept`: the message, but not the bytes. `changed`: neither, because the
   * codec cannot represent the whole message; a second round trip changes nothing more.
   */
  roundTrip(written: Uint8Array, message: Message): 'canonical' | 'kept' | 'changed';
  /** Splits one write into messages; absent if each write is one message. */
  split?(written: Uint8Array): readonly Uint8Array[];
}

interface LineCodec<Message extends AnyMessage> {
  readonly who: 'client' | 'server';
  parse(line: string): ReadOutcome<Message>;
  make(message: Message): string;
  generate(randomInt: RandomInt): Message;
  readonly variants?: readonly string[];
  /** Like `CodecSide.roundTrip`, for lines without control characters that are not too long. */
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
    generate: (randomInt) => codec.generate(randomInt),
    variants: codec.variants ?? [],
    roundTrip(written, message) {
      const read = readLine(written, longest);
      if (read.kind !== 'message' || read.message.kind !== 'text') return 'changed';
      const { text } = read.message;
      if (hasControlCharacter(text) || written.length > LONGEST_LINE - 100) return 'changed';
      const kind = codec.faithful?.(text, message) ?? 'canonical';
      // Numbers outside the range of exact integers are read as its limit.
      const isExact = written.length === Buffer.byteLength(text) + 1 && !/[0-9]{16}/.test(text);
      return kind === 'canonical' && !isExact ? 'kept' : kind;
    },
  };
}
