// `tengen-protocols/remastered`: reads and makes every line of both sides, and plays the client's. See docs/library.md.

export type { BoardCoordinates } from '../../rules/point.ts';
export * from '../shared-exports.ts';
export { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { remasteredClient } from './client-session.ts';
export {
  type ClientMessage,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from './messages.ts';
export { type LetterCase, MODES, type Mode, SIZES, type Size } from './setup-values.ts';
