// `tengen/protocols/gomokurs`: reads and makes every action of both sides in both versions, and plays the player's side.
// See docs/library.md.

export * from '../library.ts';
export {
  type BoardStone,
  type Coordinates,
  type GameResult,
  type Malformed,
  type ManagerAction,
  type PlayerAction,
  RESULTS,
  VERSIONS,
  type Version,
} from './action.ts';
export {
  canSay,
  makeManagerAction,
  makePlayerAction,
  makeRefusal,
  type Opening,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
} from './codec.ts';
export { gomokursPlayer } from './player.ts';
