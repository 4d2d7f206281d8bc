// `tengen-protocols/daigo`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export * from '../shared-exports.ts';
export { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { CLIENT_KEYWORDS as REQUESTS } from './client-keywords.ts';
export { daigoClient } from './client-session.ts';
export {
  type ClientMessage,
  ERRORS,
  type ErrorName,
  type Intersection,
  intersectionOf,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
