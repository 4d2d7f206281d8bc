import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { ArchiveQuestion, ArchiveReply } from '../server-session-types.ts';
import type { ServerGame } from './server-game.ts';

/** What the parts of a session use of it. */
export interface SessionContext {
  /** The client's name as it has written it. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The game that the client plays. */
  readonly own: ServerGame | undefined;
  ask(command: Command, onAnswer: (answer: CommandAnswer) => void): void;
  lookUp(question: ArchiveQuestion, onFound: (reply: ArchiveReply) => void): void;
  /** Sends lines without a prompt: more follow. */
  print(...lines: string[]): void;
  /** Sends lines and, behind them, the prompt. */
  tell(...lines: string[]): void;
  /** The same with the board for people who have no client. */
  tellBoard(game: ServerGame, lines: readonly string[]): void;
}
