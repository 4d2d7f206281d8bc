// `tengen-protocols/cgos`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export * from '../shared-exports.ts';
export { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { cgosClient } from './client-session.ts';
export type { RatedName } from './fields.ts';
export {
  ANALYSIS,
  gameMessages,
  LONGEST_LINE,
  nameMessages,
  openingMessages,
  parseServerMessage,
  passwordMessages,
  type ServerMessage,
  serverMessages,
} from './messages.ts';
