import type { Result } from '../result.ts';
import { TIME_MARGINS, type TimeMargins } from './engine-time-margins.ts';

/** Receives log lines about an engine: its remarks, and unusual behaviour. */
export type EngineLog = (line: string) => void;

/** Time limits for an engine in milliseconds. */
export interface EngineTimeouts extends TimeMargins {
  /** For a move without any other limit. */
  readonly move: number;
  /** For all answers before a move together, and for each answer while it is started. */
  readonly setUp: number;
  /** For the answer to a question that an engine may not know. */
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

/** A program that reads and writes lines: a process, or a script in a test. */
export interface LineProgram {
  /** The name for messages. */
  readonly name: string;
  /** Writes one line or more, with line ends. Has no effect when the program has ended. */
  write(text: string): void;
  /** Milliseconds from any start; deadlines use the same clock. */
  now(): number;
  /** The next line of output. The problem: the program has ended, or was silent until `deadline`. */
  line(deadline: number): Promise<Result<string>>;
  /** Takes all output that has not been read. */
  unread(): string[];
  /** Sends this command and waits until the program has ended, by force if necessary. A pending `line` call fails. */
  stop(farewell: string): Promise<void>;
}
