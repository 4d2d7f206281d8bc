import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { ArchiveQuestion, ArchiveReply } from '../server-session-types.ts';
import type { ServerSessionGame } from './server-session-game.ts';

/** The parts of a session that its helper classes use. */
export interface SessionContext {
  /** The client's name in its own spelling. */
  readonly name: string;
  /** The time of the current call, in milliseconds since the epoch. */
  readonly now: number;
  /** The game that the client plays. */
  readonly own: ServerSessionGame | undefined;
  ask(command: Command, onAnswer: (answer: CommandAnswer) => void): void;
  lookUp(question: ArchiveQuestion, onFound: (reply: ArchiveReply) => void): void;
  /** Sends lines without a prompt, because more lines follow. */
  sendWithoutPrompt(...lines: string[]): void;
  /** Sends lines and then the prompt. */
  send(...lines: string[]): void;
  /** Sends the prompt after the notices of the answered command, unless one of these notices has sent it. */
  promptAfterNotices(): void;
  /** Sends lines, for a terminal the board, and then the prompt. */
  sendWithBoard(game: ServerSessionGame, lines: readonly string[]): void;
}
