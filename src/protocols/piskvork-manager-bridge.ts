import type { Result } from '../result.ts';
import type { ProtocolSettings } from './protocol-settings.ts';

/** The result of a call to the bridge: bytes for either side, and whether the bridge ends. `problem` is one line. */
export interface PiskvorkBridgeOutput {
  readonly toManager: readonly Uint8Array[];
  readonly toPlayer: readonly Uint8Array[];
  readonly end?: { readonly problem?: string };
}

/**
 * Connects a player of the protocol, as an engine, to a Piskvork manager. It has no socket and no clock: bytes and times are
 * passed in.
 */
export interface PiskvorkManagerBridge {
  /** The time at which `tick` must be called, in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  playerConnected(now: number): PiskvorkBridgeOutput;
  receiveFromManager(bytes: Uint8Array, now: number): PiskvorkBridgeOutput;
  /** The manager has closed its side. Commands received before are still carried out. */
  managerClosed(now: number): PiskvorkBridgeOutput;
  receiveFromPlayer(bytes: Uint8Array, now: number): PiskvorkBridgeOutput;
  playerDisconnected(now: number): PiskvorkBridgeOutput;
  tick(now: number): PiskvorkBridgeOutput;
  /** Ends the bridge at once, as the command END does. */
  stop(now: number): PiskvorkBridgeOutput;
}

/** Time limits for the player, in milliseconds. */
export interface BridgedPlayerTimeouts {
  /** For an answer for which the player need not choose a move. */
  readonly answerTimeout: number;
  /** For a move, if the manager has set no limit. */
  readonly moveTime: number;
}

/** Reads the settings of the player's URL. The problem is one line. */
export type ConfigurePiskvorkBridge = (
  settings: ProtocolSettings,
) => Result<(times: BridgedPlayerTimeouts) => PiskvorkManagerBridge>;
