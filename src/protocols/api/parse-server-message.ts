import type { Result } from '../../result.ts';
import { type MalformedJson, parseLine } from './message-codec.ts';
import { type ServerMessage, serverMessage } from './server-message-schema.ts';

/** Reads a server's line without its line ending. It is a separate file, because the server does not need it to start. */
export const parseServerMessage = (line: string): Result<ServerMessage, MalformedJson> =>
  parseLine(serverMessage, line);
