// The exports that all protocols of the library have in common: the client's side of a conversation, and points of a board.

export type { Result } from '../result.ts';
export type { Color } from '../rules/color.ts';
export { type BoardSize, coordinates, type Point, pointAt, square } from '../rules/point.ts';
export { parseVertex, vertexName } from '../rules/vertex.ts';
export type { ReadResult } from './bytes.ts';
export type {
  ClientEvent,
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  GameEndedEvent,
  GameStartedEvent,
  Intent,
  OpenClientSession,
} from './client-session-types.ts';
