import type { Clock } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Seek } from '../../lobby/command.ts';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { Lobby, LobbyOptions } from '../../lobby/lobby.ts';
import type { ArchiveQuestion, ArchiveReply, Credentials, SignInResult } from '../../protocols/server-session-types.ts';
import type { Log, MessageRecorder, Metrics } from './observability.ts';

export interface HubOptions extends LobbyOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** The journal could not store events: nothing is delivered any more, and the process must end. */
  readonly onFailure: (error: Error) => void;
  readonly log: Log;
  /** Called with events that were stored, before any client is notified. */
  readonly onStored?: (entries: readonly JournalEntry[]) => void;
  /** The highest game number that is stored outside the journal; new numbers are higher. */
  readonly lastGame?: GameId;
  readonly recorder?: MessageRecorder;
  readonly meter?: Metrics;
  /** Adds to a seek what stands in the database; undefined if it needs nothing. The promise does not reject. */
  readonly completeSeek?: (name: string, seek: Seek) => Promise<Seek> | undefined;
  /** Checks a password that a client gives in its own protocol. The promise does not reject. Absent: no name has an account. */
  readonly signIn?: (credentials: Credentials, address: string) => Promise<SignInResult>;
  /** Answers what sessions ask about finished games. The promise does not reject. Absent: there are none. */
  readonly lookUp?: (question: ArchiveQuestion) => Promise<ArchiveReply>;
  /** In place of a plain lobby. */
  readonly newLobby?: (options: LobbyOptions) => Lobby;
}
