import { ok, problem, type Result } from '../../result.ts';
import type { Read } from '../conversation.ts';
import { LONGEST_LINE, LONGEST_TOLD, readLine } from '../line.ts';
import type { LineCodec } from './line-messages.ts';

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

/** Reads both directions of one conversation, and remembers of it what later messages refer to. */
export interface Interpreter {
  client(bytes: Uint8Array): Read<Reading>;
  server(bytes: Uint8Array): Read<Reading>;
  /** A line, without its line feed, is for one player alone or may be: only where `publicLines` cannot tell. */
  isPrivate?(side: Side, line: string): boolean;
  /** The message has nothing to do with that game, which its speaker plays. */
  isAside?(side: Side, text: string, game: number): boolean;
  /** Messages are no text. */
  readonly isBinary?: boolean;
}

/** What a line means, in a few words; the problem says why it is no message. */
export type Meaning = (line: string) => Result<string>;

/** What the lines of one conversation mean, whoever says them. */
interface Meanings {
  readonly client: Meaning;
  readonly server: Meaning;
}

/** For the protocols whose messages are lines of text. */
export const lineInterpreter = ({ client, server }: Meanings): Interpreter => ({
  client: (bytes) => read(bytes, client, LONGEST_LINE),
  server: (bytes) => read(bytes, server, LONGEST_TOLD),
});

/** The table by which the next line of a conversation is read. */
type ChooseTable = (side: Side, line: string) => LineCodec<unknown>;

/** For the protocols with tables of lines. `plain` undoes another way to write the same. */
export function tableInterpreter(choose: ChooseTable, plain: (line: string) => string = (line) => line): Interpreter {
  let size: number | undefined;
  const meaningOf =
    (side: Side): Meaning =>
    (line) => {
      const table = choose(side, line);
      const read = table.read(plain(line));
      if (!read.ok) return problem(read.problem);
      size = table.sizeIn(read.value) ?? size;
      return ok(table.describe(read.value, size === undefined ? {} : { size }));
    };
  return lineInterpreter({ client: meaningOf('client'), server: meaningOf('server') });
}

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
const malformed = (words: string): Reading => ({ meaning: words, isWellFormed: false });

/** Bytes of whatever else, as they come. */
export const readBytes = (bytes: Uint8Array): Read<Reading> => ({
  kind: 'message',
  message: wellFormed(`${bytes.length} byte${bytes.length === 1 ? '' : 's'}`),
  length: bytes.length,
});
