import { type EngineTimeMargins, TIME_MARGINS } from './engine-time-limits.ts';

/** How long to wait for an engine at each step, in milliseconds. */
export interface EngineTimeouts extends EngineTimeMargins {
  /** For a move without any other limit. */
  readonly move: number;
  /** For all answers before a move together, and for each answer while the engine starts. */
  readonly setUp: number;
  /** For the answer to a command that an engine may not know. */
  readonly probe: number;
  /** From the command to quit until SIGTERM. */
  readonly quit: number;
  /** From SIGTERM until SIGKILL. */
  readonly terminate: number;
}

export const ENGINE_TIMEOUTS: EngineTimeouts = {
  ...TIME_MARGINS,
  move: 60_000,
  setUp: 60_000,
  probe: 2_000,
  quit: 5_000,
  terminate: 2_000,
};
