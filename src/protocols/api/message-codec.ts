import type { z } from 'zod';
import { ok, problem, type Result } from '../../result.ts';
import { lineText } from '../../sanitize-text.ts';
import { type ClientMessage, clientMessage } from './client-message-schema.ts';
import type { ServerMessage } from './server-message-schema.ts';

export interface MalformedJson {
  /** The description of the error in one line. */
  readonly problem: string;
  /** The client's id for the message, if it can be read. */
  readonly id?: string;
}

/** The longest text of a problem, in characters. It may quote the client's text. */
const LONGEST_PROBLEM = 200;
const LONGEST_ID = 64;

/** Reads a line without its line ending. */
export const parseClientMessage = (line: string): Result<ClientMessage, MalformedJson> =>
  parseLine(clientMessage(), line);

/** The line of a message, without its line ending. JSON escapes line ends in texts. */
export const makeClientMessage = (message: ClientMessage): string => JSON.stringify(message);

/** The line of a message, without its line ending. JSON escapes line ends in texts. */
export const makeServerMessage = (message: ServerMessage): string => JSON.stringify(message);

export function parseLine<Message>(schema: z.ZodType<Message>, line: string): Result<Message, MalformedJson> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return problem({ problem: 'not JSON' });
  }
  const read = schema.safeParse(value);
  if (read.success) return ok(read.data);
  const id = idOf(value);
  return problem({ problem: describe(read.error, value), ...(id !== undefined && { id }) });
}

/** The first error and its place. */
function describe({ issues: [issue] }: z.ZodError, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object';
  if (issue === undefined) throw new Error('an error without an issue');
  const [place] = issue.path;
  if (place === 'kind') return 'no such kind of message';
  const where = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  // An unknown key is quoted, and is text of the client.
  return lineText(`${where}${issue.message}`).slice(0, LONGEST_PROBLEM);
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const { id } = value;
  return typeof id === 'string' && id.length <= LONGEST_ID ? id : undefined;
}
