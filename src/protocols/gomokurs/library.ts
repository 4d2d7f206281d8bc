// `tengen/protocols/gomokurs`: reads and makes every action of both sides in both versions, and plays the player's side.
// See docs/library.md.

export * from '../library.ts';
export {
  type BoardStone,
  type Coordinates,
  canSay,
  type GameResult,
  type Malformed,
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  makeRefusal,
  type Opening,
  type PlayerAction,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
  RESULTS,
} from './messages.ts';
export { gomokursPlayer } from './player.ts';
export { VERSIONS, type Version } from './version.ts';
