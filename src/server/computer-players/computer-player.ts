import type { Engine } from '../../engines/engine.ts';
import type { ComputerOffer } from '../../lobby/pairing/computer-offer.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';

/** A player that the server seats itself. It plays many games at once, with an engine of its own in each. */
export interface ComputerPlayer {
  readonly name: string;
  /** Its strength, and the name that means each player of its group. */
  readonly level?: number;
  readonly group?: string;
  /** Without it, it answers as soon as its engine has chosen. */
  readonly pace?: Pace;
  readonly offers: readonly ComputerOffer[];
  /** An engine for one game at a time. */
  engine(): GameEngine;
  /** Releases what its engines share; they are closed before. */
  close(): Promise<void>;
}

/** How long a player takes for a move, in milliseconds, its engine included. The times vary by the seed, a whole number of 32 bits. */
export interface Pace {
  readonly least: number;
  readonly most: number;
  readonly seed: number;
}

export interface GameEngine extends Engine {
  /** Called before the first choice of each game but the first. */
  newGame?(): void;
  /** It failed in this game, which is resigned for that. */
  readonly gaveUp?: boolean;
}

/** The rules of a computer player's seat: the strictest there are, so that its opponent's rules allow whatever it plays. */
export const COMPUTER_RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };
