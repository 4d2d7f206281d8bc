import type { Result } from '../result.ts';
import type { Settings } from './protocol-settings.ts';

/** What a call to the bridge leads to: bytes to either side, and the end, with a problem in one line or without. */
export interface PiskvorkBridgeOutput {
  readonly toManager: readonly Uint8Array[];
  readonly toPlayer: readonly Uint8Array[];
  readonly end?: { readonly problem?: string };
}

/** Makes a player of the protocol an engine for a Piskvork manager. Pure: bytes and the time in milliseconds go in. */
export interface PiskvorkManagerBridge {
  /** Milliseconds since the epoch: when `tick` is to be called. */
  readonly deadline: number | undefined;
  /** The player is connected. */
  playerConnected(now: number): PiskvorkBridgeOutput;
  receiveFromManager(bytes: Uint8Array, now: number): PiskvorkBridgeOutput;
  /** Standard input is at its end: what was said is still carried out. */
  managerClosed(now: number): PiskvorkBridgeOutput;
  receiveFromPlayer(bytes: Uint8Array, now: number): PiskvorkBridgeOutput;
  playerDisconnected(now: number): PiskvorkBridgeOutput;
  tick(now: number): PiskvorkBridgeOutput;
  /** Ends at once, as the command END does. */
  stop(now: number): PiskvorkBridgeOutput;
}

/** Milliseconds. */
export interface PiskvorkBridgeTimeLimits {
  /** For an answer that takes no thought. */
  readonly answerTimeout: number;
  /** For a stone if the manager has set no limit. */
  readonly moveTime: number;
}

/** Reads the settings of the player's URL; the problem is one clear line. */
export type ConfigurePiskvorkBridge = (
  settings: Settings,
) => Result<(times: PiskvorkBridgeTimeLimits) => PiskvorkManagerBridge>;
