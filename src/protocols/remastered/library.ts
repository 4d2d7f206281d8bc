// `tengen/protocols/remastered`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export * from '../library.ts';
export { type Line, LONGEST_LINE, lineBytes, readLine } from '../line.ts';
export {
  type ClientMessage,
  type Intersection,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from './messages.ts';
export { remasteredPlayer } from './player.ts';
export { type LetterCase, MODES, type Mode, SIZES, type Size } from './settings.ts';
