import type { Result } from '../result.ts';

/** Receives log lines about an engine: its remarks, and unusual behaviour. */
export type EngineLog = (line: string) => void;

/** A program that reads and writes lines: a process, or a script in a test. */
export interface LineBasedProgram {
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
  /** Sends `farewell`, and waits until the program has ended. Kills it if necessary. A pending `line` call fails. */
  stop(farewell: string): Promise<void>;
}
