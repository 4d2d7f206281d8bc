import type { Read } from '../protocols/conversation.ts';
import { LONGEST_LINE, LONGEST_TOLD, readLine } from '../protocols/line.ts';
import type { Result } from '../result.ts';

/** The two that talk. */
export type Side = 'client' | 'server';

/** One message, as people are shown it. */
export interface Reading {
  /** The name of an action, where messages are binary; it goes into the transcript. */
  readonly action?: string;
  /** What the message means, or what is wrong with it, in a few words. */
  readonly meaning: string;
  readonly isWellFormed: boolean;
}

/** Reads both directions of one conversation, and remembers of it what its words refer to. */
export interface Interpreter {
  client(bytes: Uint8Array): Read<Reading>;
  server(bytes: Uint8Array): Read<Reading>;
  /** A client's message, however wrong, or the server's repetition of it, has words for one pair of ears in it. */
  isPrivate?(side: Side, text: string): boolean;
  /** The message has nothing to do with that game, which its speaker plays. */
  isAside?(side: Side, text: string, game: number): boolean;
  /** Messages are no text. */
  readonly isBinary?: boolean;
}

/** What a line means, in a few words; the problem says why it is none. */
export type Meaning = (line: string) => Result<string>;

/** What the lines of one conversation mean, whoever says them. */
export interface Meanings {
  readonly client: Meaning;
  readonly server: Meaning;
  /** As in `Interpreter`. */
  readonly isPrivate?: (side: Side, text: string) => boolean;
}

/** For the protocols whose messages are lines of text. */
export const lineInterpreter = ({ client, server, isPrivate = () => false }: Meanings): Interpreter => ({
  client: (bytes) => read(bytes, client, LONGEST_LINE),
  server: (bytes) => read(bytes, server, LONGEST_TOLD),
  isPrivate,
});

function read(bytes: Uint8Array, meaning: Meaning, longest: number): Read<Reading> {
  const line = readLine(bytes, longest);
  if (line.kind === 'more') return line;
  switch (line.message.kind) {
    case 'too-long':
      return { ...line, message: malformed(`a line of more than ${longest} bytes`) };
    case 'not-utf8':
      return { ...line, message: malformed('not UTF-8') };
    case 'text': {
      const found = meaning(line.message.text);
      return { ...line, message: found.ok ? wellFormed(found.value) : malformed(found.problem) };
    }
  }
}

const wellFormed = (meaning: string): Reading => ({ meaning, isWellFormed: true });
const malformed = (problem: string): Reading => ({ meaning: problem, isWellFormed: false });

/** Bytes of whatever else, as they come. */
export const readBytes = (bytes: Uint8Array): Read<Reading> => ({
  kind: 'message',
  message: wellFormed(`${bytes.length} byte${bytes.length === 1 ? '' : 's'}`),
  length: bytes.length,
});
