import type { Engine } from '../../engines/engine.ts';
import type { Offer } from '../../lobby/pairing/standby-offer.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';

/** In place of the protocol and the address of a player that the server seats itself. */
export const COMPUTER = 'computer';

/** A player that the server seats itself: at as many boards as people want, with an engine of its own at each. */
export interface ComputerPlayer {
  /** Of its first seat; the others are NAME-2, NAME-3, … */
  readonly name: string;
  readonly offers: readonly Offer[];
  /** An engine for one seat, which may play one game after another there. */
  engine(): SeatEngine;
  /** Lets go of what its engines share; they are closed before. */
  close(): Promise<void>;
}

export interface SeatEngine extends Engine {
  /** Said before the first choice of each game. */
  newGame?(): void;
  /** It failed in this game, which was resigned for that. */
  readonly gaveUp?: boolean;
}

/** What a seat of the house assumes: the strictest there is, so that its opponent's rules allow whatever it plays. */
export const COMPUTER_RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };
