import type { Clock } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Seek } from '../../lobby/command.ts';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { Lobby, LobbyOptions } from '../../lobby/lobby.ts';
import type { ArchiveQuestion, ArchiveReply, Credentials, SignInResult } from '../../protocols/server-session-types.ts';
import type { HubEventCounter, Log, MessageRecorder } from './observability.ts';

export interface HubOptions extends LobbyOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Called if the journal could not store events. Nothing is delivered any more, and the process must end. */
  readonly onFailure: (error: Error) => void;
  readonly log: Log;
  /** Called with events that were stored, before any client is notified. */
  readonly onStored?: (entries: readonly JournalEntry[]) => void;
  /** The highest game number that is stored outside the journal; new numbers are higher. */
  readonly lastGame?: GameId;
  readonly recorder?: MessageRecorder;
  readonly meter?: HubEventCounter;
  /** Adds the player's rating or level to a seek; undefined if the seek needs neither. The promise does not reject. */
  readonly completeSeek?: (name: string, seek: Seek) => Promise<Seek> | undefined;
  /** Checks a password that a client gives in its protocol. The promise does not reject. Absent if the server has no accounts. */
  readonly signIn?: (credentials: Credentials, address: string) => Promise<SignInResult>;
  /** Answers the questions of sessions about finished games. The promise does not reject. Absent if there is no archive. */
  readonly lookUp?: (question: ArchiveQuestion) => Promise<ArchiveReply>;
  /** Creates another lobby in place of a `Lobby`. */
  readonly newLobby?: (options: LobbyOptions) => Lobby;
}
