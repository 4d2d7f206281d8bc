// `tengen-protocols/nedap`: reads and makes every line of both sides in both dialects, and plays the client's side.
// See docs/library.md.

export * from '../shared-exports.ts';
export { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { nedapClient } from './client-session.ts';
export {
  type ClientMessage,
  DIALECTS,
  type Dialect,
  makeClientMessage,
  makeServerMessage,
  opensLaterDialect,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from './messages.ts';
