import type { Result } from '../result.ts';
import { TIME_MARGINS, type TimeMargins } from './time-margin.ts';

/** Hears what happens around an engine: what it writes for people, and what is odd about it. One line, without its end. */
export type EngineLog = (line: string) => void;

/** How long an engine is waited for, in milliseconds. */
export interface EngineTimeouts extends TimeMargins {
  /** For a move where there is no limit of any other kind. */
  readonly move: number;
  /** For all answers before a move together, and for each answer while it is opened. */
  readonly setUp: number;
  /** For the answer to a question that may be asked in vain. */
  readonly probe: number;
  /** From the polite word to SIGTERM. */
  readonly quit: number;
  /** From SIGTERM to SIGKILL. */
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

/** Something that takes lines and says lines: a process, or a script in a test. */
export interface LineProgram {
  /** As people call it. */
  readonly name: string;
  /** Says what ends in a line ending, one line or more. Harmless once the program is gone. */
  write(text: string): void;
  /** Milliseconds from any start, by the clock that deadlines are told on. */
  now(): number;
  /** The next line it says; the problem: it is gone, or silent until `deadline`. */
  line(deadline: number): Promise<Result<string>>;
  /** What it has said since and nobody has read, which is thereby read. */
  unread(): string[];
  /** Says goodbye in these words and waits until it is gone, whatever that takes. Whoever waits for a line has a problem. */
  stop(farewell: string): Promise<void>;
}
