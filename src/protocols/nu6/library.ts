// `tengen-protocols/nu6`: reads and makes the lines of both sides, and has a client session. See docs/library.md.

export * from '../shared-exports.ts';
export { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { nu6Client } from './client-session.ts';
export {
  CHAT_EXTENSION,
  type ClientMessage,
  coordinateOf,
  DEFAULT_SIZE,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
export { LONGEST_NAME } from './name.ts';
