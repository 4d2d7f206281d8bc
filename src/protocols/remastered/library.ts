// `tengen/protocols/remastered`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export * from '../library.ts';
export { type Line, LONGEST_LINE, lineBytes, readLine } from '../line.ts';
export {
  type ClientMessage,
  type Intersection,
  type LetterCase,
  MODES,
  type Mode,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
  SIZES,
  type Size,
} from './messages.ts';
export { remasteredPlayer } from './player.ts';
