// `tengen-protocols/igs`: reads and makes the lines of both sides, and plays the client's. See docs/library.md.

export * from '../shared-exports.ts';
export { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export {
  type ClientCommand,
  commandMessages,
  nameMessages,
  passwordMessages,
  plainCommand,
} from './client-messages.ts';
export { igsClient } from './client-session.ts';
export { type NumberedMove, type ServerMessage, STATES, serverMessages } from './server-messages.ts';
