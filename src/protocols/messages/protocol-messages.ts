import type { ReadResult } from '../message-read-result.ts';
import { LONGEST_LINE, LONGEST_SERVER_LINE, readLine } from '../text-line.ts';
import type { LineCodec } from './line-messages.ts';
import type { MessageTable } from './message-description.ts';
import { type Privacy, strictestOf } from './message-privacy.ts';

/** The two that talk. */
export type Speaker = 'client' | 'server';

/** One message, as people are shown it. */
export interface MessageExplanation {
  /** The name of an action, where messages are binary; it goes into the transcript. */
  readonly action?: string;
  /** What the message means, or what is wrong with it, in a few words. */
  readonly meaning: string;
  readonly isWellFormed: boolean;
  readonly privacy: Privacy;
}

/** Reads both directions of one conversation, and remembers of it what later messages refer to. */
export interface MessageExplainer {
  client(bytes: Uint8Array): ReadResult<MessageExplanation>;
  server(bytes: Uint8Array): ReadResult<MessageExplanation>;
  /** The privacy of bytes that are no message. */
  readonly strictest: Privacy;
  /** The message has nothing to do with that game, which its speaker plays. */
  isUnrelated?(side: Speaker, text: string, game: number): boolean;
  /** Messages are no text. */
  readonly isBinary?: boolean;
}

/** The messages of one protocol, as the recorder, the tap and the inspector read them. */
export interface ProtocolMessages {
  /** Begins to read a conversation. */
  open(): MessageExplainer;
  /** Whether whole messages of one side are public for certain. Absent where all messages are public. */
  isPublic?(side: Speaker, bytes: Uint8Array): boolean;
  /** The message tables, by their names in docs/protocols. */
  readonly tables: Readonly<Record<string, MessageTable<unknown>>>;
}

type ReadLine = (line: string) => MessageExplanation;

/** For the protocols whose messages are lines of text. `longest`: bytes of a client's line. */
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
  /** More than one where a protocol has dialects. */
  readonly client: readonly LineCodec<unknown>[];
  readonly server: readonly LineCodec<unknown>[];
  /** What precedes `client` and `server` in the names of the tables, where there is more than one. */
  readonly dialects?: readonly string[];
  /** Tells in each conversation by which of the tables its next line is read; the first one where it is absent. */
  readonly openTableChoice?: () => (side: Speaker, line: string) => number;
  /** Undoes another way to write the same. */
  readonly normalize?: (line: string) => string;
}

const first = () => (): number => 0;
const unchanged = (line: string): string => line;

/** For the protocols with tables of lines. */
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

/** Bytes of whatever else, as they come. */
export const readBytes =
  (privacy: Privacy) =>
  (bytes: Uint8Array): ReadResult<MessageExplanation> => {
    const meaning = `${bytes.length} byte${bytes.length === 1 ? '' : 's'}`;
    return { kind: 'message', message: { meaning, isWellFormed: true, privacy }, length: bytes.length };
  };
