// `tengen/protocols/daigo`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export * from '../library.ts';
export { type Line, LONGEST_LINE, lineBytes, readLine } from '../line.ts';
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
export { daigoPlayer } from './player.ts';
export { REQUESTS } from './requests.ts';
