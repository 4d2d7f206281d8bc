import type { Result } from '../../result.ts';
import { type Malformed, parseLine } from './message-codec.ts';
import { type ServerMessage, serverMessage } from './message-schemas.ts';

/** Reads a line without its line ending. The server itself has no use for it, and starts without what it says. */
export const parseServerMessage = (line: string): Result<ServerMessage, Malformed> => parseLine(serverMessage, line);
