// `tengen-protocols/gtp`: reads and makes commands and responses, and plays the controller's side. See docs/library.md.

export { makeCommand, makeResponse, parseCommand } from '../../engines/gtp/gtp-codec.ts';
export { GtpResponseMatcher } from '../../engines/gtp/gtp-response-matcher.ts';
export * from '../shared-exports.ts';
export { LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
export { gtpClient } from './client-session.ts';
