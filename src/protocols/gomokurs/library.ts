// `tengen-protocols/gomokurs`: reads and makes every action of both sides in both versions, and plays the player's side.
// See docs/library.md.

export * from '../shared-exports.ts';
export { gomokursClient } from './client-session.ts';
export {
  type BoardStone,
  type Coordinates,
  type FirstAction,
  type GameResult,
  hasManagerAction as canSay,
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  makeRefusal,
  type PlayerAction,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
  RESULTS,
} from './messages.ts';
export { VERSIONS, type Version } from './protocol-version.ts';
