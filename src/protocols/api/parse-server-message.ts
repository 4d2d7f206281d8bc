import type { Result } from '../../result.ts';
import { type MalformedJson, parseLine } from './message-codec.ts';
import { type ServerMessage, serverMessage } from './server-message-schema.ts';

/** Reads a line without its line ending. The server itself has no use for it, and starts without what it says. */
export const parseServerMessage = (line: string): Result<ServerMessage, MalformedJson> =>
  parseLine(serverMessage, line);
