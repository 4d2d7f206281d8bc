import type { Result } from '../result.ts';
import type { Settings } from './protocol-settings.ts';

/** What a call to the bridge leads to: bytes to either side, and the end, with a problem in one line or without. */
export interface BridgeOutput {
  readonly toManager: readonly Uint8Array[];
  readonly toPlayer: readonly Uint8Array[];
  readonly end?: { readonly problem?: string };
}

/** Makes a player of the protocol an engine for a Piskvork manager. Pure: bytes and the time in milliseconds go in. */
export interface ManagerBridge {
  /** Milliseconds since the epoch: when `tick` is to be called. */
  readonly deadline: number | undefined;
  /** The player is connected. */
  met(now: number): BridgeOutput;
  heardManager(bytes: Uint8Array, now: number): BridgeOutput;
  /** Standard input is at its end: what was said is still carried out. */
  managerGone(now: number): BridgeOutput;
  heardPlayer(bytes: Uint8Array, now: number): BridgeOutput;
  playerGone(now: number): BridgeOutput;
  tick(now: number): BridgeOutput;
  /** Ends at once, as the command END does. */
  stop(now: number): BridgeOutput;
}

/** Milliseconds. */
export interface BridgeTimes {
  /** For an answer that takes no thought. */
  readonly patience: number;
  /** For a stone if the manager has set no limit. */
  readonly moveTime: number;
}

/** Reads the settings of the player's URL; the problem is one clear line. */
export type ConfigureBridge = (settings: Settings) => Result<(times: BridgeTimes) => ManagerBridge>;
