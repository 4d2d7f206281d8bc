import type { Engine } from '../../engines/engine.ts';
import type { OfferedBoards } from '../../lobby/pairing/offered-boards.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';

/** A player that the server runs. It plays many games at once, each with its own engine. */
export interface ComputerPlayer {
  readonly name: string;
  /** The strength, if the player is one of several levels. */
  readonly level?: number;
  /** The name of the group of all levels. A seek can name the group as its opponent. */
  readonly group?: string;
  /** The time of its moves. If it is absent, a move is sent as soon as the engine has chosen it. */
  readonly moveTime?: MoveTimeRange;
  readonly offers: readonly OfferedBoards[];
  /** Creates an engine, which plays one game at a time. */
  engine(): GameEngine;
  /** Releases what the engines share. All engines must be closed before. */
  close(): Promise<void>;
}

/** The milliseconds that a player takes for a move, its engine included. The times vary. `seed`: a whole number of 32 bits. */
export interface MoveTimeRange {
  readonly least: number;
  readonly most: number;
  readonly seed: number;
}

export interface GameEngine extends Engine {
  /** Called before the first choice of each game but the first. */
  newGame?(): void;
  /** The engine has failed in this game, and the game is resigned. */
  readonly gaveUp?: boolean;
}

/** The ruleset of a computer player's seat: the strictest one, so that its moves are legal by every opponent's ruleset. */
export const COMPUTER_RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };
