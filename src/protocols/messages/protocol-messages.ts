import type { ReadResult } from '../bytes.ts';
import { LONGEST_LINE, LONGEST_SERVER_LINE, readLine } from '../text-line.ts';
import type { LineCodec } from './line-messages.ts';
import type { MessageTable } from './message-description.ts';
import { type Privacy, strictestOf } from './message-privacy.ts';

/** The side of a conversation that sends a message. */
export type Speaker = 'client' | 'server';

export interface MessageExplanation {
  /** The name of a binary message. It is written into the transcript. */
  readonly action?: string;
  /** The meaning of the message, or the fault in it, in a few words. */
  readonly meaning: string;
  readonly isWellFormed: boolean;
  readonly privacy: Privacy;
}

/** Reads both sides of one conversation. It stores the facts that later messages refer to. */
export interface MessageExplainer {
  client(bytes: Uint8Array): ReadResult<MessageExplanation>;
  server(bytes: Uint8Array): ReadResult<MessageExplanation>;
  /** The privacy of bytes that are not a message. */
  readonly strictest: Privacy;
  /** Whether the message is not about this game, which its sender plays. */
  isUnrelated?(side: Speaker, text: string, game: number): boolean;
  readonly isBinary?: boolean;
}

/** The messages of one protocol, as the recorder, the tap and the inspector read them. */
export interface ProtocolMessages {
  /** Creates the explainer of one conversation. */
  open(): MessageExplainer;
  /**
   * Whether the bytes of one side consist only of complete public messages. Absent if all messages of the protocol are public.
   */
  isPublic?(side: Speaker, bytes: Uint8Array): boolean;
  /** The message tables, by their names in docs/protocols. */
  readonly tables: Readonly<Record<string, MessageTable<unknown>>>;
}

type ReadLine = (line: string) => MessageExplanation;

/** The explainer for a protocol whose messages are lines of text. `longest` is the maximum size of a client's line in bytes. */
export const lineExplainer = (
  strictest: Privacy,
  client: ReadLine,
  server: ReadLine,
  longest = LONGEST_LINE,
): MessageExplainer => ({
  client: (bytes) => read(bytes, client, longest, strictest),
  server: (bytes) => read(bytes, server, LONGEST_SERVER_LINE, strictest),
  strictest,
});

interface Tables {
  /** One table for each dialect of the protocol. */
  readonly client: readonly LineCodec<unknown>[];
  readonly server: readonly LineCodec<unknown>[];
  /** The name of each dialect. It stands before `client` or `server` in the names of the tables. Absent: one dialect. */
  readonly dialects?: readonly string[];
  /**
   * Creates, for one conversation, the function that returns the index of the table for a line. Absent: the first table.
   */
  readonly openTableChoice?: () => (side: Speaker, line: string) => number;
  /** Converts another spelling of a line to the usual spelling. */
  readonly normalize?: (line: string) => string;
}

const first = () => (): number => 0;
const unchanged = (line: string): string => line;

/** The messages of a protocol that has tables of text messages. */
export function tableMessages({
  client,
  server,
  dialects,
  openTableChoice: openChoice = first,
  normalize: plain = unchanged,
}: Tables): ProtocolMessages {
  const strictest = strictestOf([...client, ...server].map((table) => table.strictest));
  const named = (side: Speaker, codecs: readonly LineCodec<unknown>[]): [string, LineCodec<unknown>][] =>
    codecs.map((codec, index) => [dialects === undefined ? side : `${dialects[index]} ${side}`, codec]);
  const isPublic = (line: string): boolean => client.some((table) => table.privacyOfLine(line) === 'public');
  return {
    open() {
      const choose = openChoice();
      let size: number | undefined;
      const reader =
        (side: Speaker): ReadLine =>
        (line) => {
          const table = (side === 'client' ? client : server)[choose(side, line)];
          if (table === undefined) throw new Error('there is no such table');
          const written = plain(line);
          const read = table.read(written);
          const isPublicHere = side === 'client' && isPublic(written);
          const privacy = isPublicHere ? 'public' : table.privacyOfLine(written);
          if (!read.ok) return malformed(read.problem, privacy);
          size = table.sizeIn(read.value) ?? size;
          const meaning = table.describe(read.value, size === undefined ? {} : { size });
          return { meaning, isWellFormed: true, privacy };
        };
      return lineExplainer(strictest, reader('client'), reader('server'));
    },
    tables: Object.fromEntries([...named('client', client), ...named('server', server)]),
    isPublic: (side, bytes) => {
      const tables = side === 'client' ? client : server;
      for (let rest = bytes; rest.length > 0; ) {
        const line = readLine(rest, side === 'client' ? LONGEST_LINE : LONGEST_SERVER_LINE);
        if (line.kind !== 'message' || line.message.kind !== 'text') return false;
        const written = plain(line.message.text);
        if (!tables.some((table) => table.privacyOfLine(written) === 'public')) return false;
        rest = rest.subarray(line.length);
      }
      return true;
    },
  };
}

function read(
  bytes: Uint8Array,
  reader: ReadLine,
  longest: number,
  strictest: Privacy,
): ReadResult<MessageExplanation> {
  const line = readLine(bytes, longest);
  if (line.kind === 'more') return line;
  switch (line.message.kind) {
    case 'too-long':
      return { ...line, message: malformed(`a line of more than ${longest} bytes`, strictest) };
    case 'not-utf8':
      return { ...line, message: malformed('not UTF-8', strictest) };
    case 'text':
      return { ...line, message: reader(line.message.text) };
  }
}

export const malformed = (meaning: string, privacy: Privacy): MessageExplanation => ({
  meaning,
  isWellFormed: false,
  privacy,
});

/** Explains bytes of any other kind as one message. */
export const explainBytes =
  (privacy: Privacy) =>
  (bytes: Uint8Array): ReadResult<MessageExplanation> => {
    const meaning = `${bytes.length} byte${bytes.length === 1 ? '' : 's'}`;
    return { kind: 'message', message: { meaning, isWellFormed: true, privacy }, length: bytes.length };
  };
