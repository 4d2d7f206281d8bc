import type { Command } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { ConnectionProfile, PlayerId } from '../../lobby/players/player.ts';
import type { ServerSession } from '../../protocols/server-session-types.ts';
import type { ConnectionLog } from './connection-log.ts';
import { GuardedSession } from './guarded-session.ts';
import type { ConnectionMessageObserver, HubEventCounter } from './observability.ts';
import { ReceiveBuffer } from './receive-buffer.ts';
import type { WorkDebt } from './scheduling/work-debt.ts';
import type { Transport, VisitCallbacks } from './transport.ts';

/** A connection without a granted command is closed after this many milliseconds of silence. */
const LONGEST_IDLENESS = 600_000;

/** Received bytes that lead to no command are reported to the lobby at most once in this many milliseconds. */
const REPORT_INTERVAL = 20_000;

/** What the hub does when something happens on a connection. */
export interface ConnectionCallbacks {
  /** `idle`: milliseconds of silence after which a player who is to move has left. */
  readonly options: { readonly meter?: HubEventCounter; readonly idle: number };
  received(connection: ClientConnection, bytes: Uint8Array): void;
  finished(connection: ClientConnection): void;
  away(connection: ClientConnection, until: number | undefined): void;
  lost(connection: ClientConnection): void;
}

/** The hub's state of one connection. A server has thousands of idle connections, so each field here costs memory. */
export class ClientConnection implements VisitCallbacks {
  readonly #callbacks: ConnectionCallbacks;
  readonly player: PlayerId;
  profile: ConnectionProfile;
  readonly session: GuardedSession;
  readonly transport: Transport;
  readonly log: ConnectionLog;
  readonly receiveBuffer: ReceiveBuffer;
  readonly workDebt: WorkDebt;
  readonly observer: ConnectionMessageObserver | undefined;
  isReadScheduled = false;
  /** Commands whose answers and notices are not all delivered yet. */
  unanswered = 0;
  /** Commands that are not decided yet, because the first of them has to wait. Undefined if there is none. */
  undecided: Command[] | undefined;
  /** The client sends no more. */
  hasFinished = false;
  isOpen = true;
  /** A command was granted, such as a name, a list or a game to watch. */
  hasGrantedCommand = false;
  isKnownToLobby = false;
  /** When bytes were last received; milliseconds since the epoch. */
  lastReceivedAt: number;
  /** When the lobby was last informed of received bytes; milliseconds since the epoch. */
  lastReported: number;
  /** When the last notice about the player's game was delivered; milliseconds since the epoch. */
  turnSince = 0;

  constructor(
    callbacks: ConnectionCallbacks,
    { player, profile }: Pick<ClientConnection, 'player' | 'profile'>,
    session: ServerSession,
    { transport, log, workDebt, observer }: Pick<ClientConnection, 'transport' | 'log' | 'workDebt' | 'observer'>,
    now: number,
  ) {
    this.#callbacks = callbacks;
    this.player = player;
    this.profile = profile;
    this.session = new GuardedSession(session, this, callbacks.options.meter);
    this.transport = transport;
    this.log = log;
    this.receiveBuffer = new ReceiveBuffer(transport);
    this.workDebt = workDebt;
    this.observer = observer;
    this.lastReceivedAt = now;
    this.lastReported = now;
  }

  get protocol(): string {
    return this.profile.protocol;
  }

  receive(bytes: Uint8Array): void {
    this.#callbacks.received(this, bytes);
  }

  finish(): void {
    this.hasFinished = true;
    this.#callbacks.finished(this);
  }

  /** The client sends no more, and the session has read all received bytes. */
  get isAtEndOfInput(): boolean {
    return this.hasFinished && this.receiveBuffer.isEmpty && this.session.backlog === 0;
  }

  away(until: number | undefined): void {
    this.#callbacks.away(this, until);
  }

  lost(): void {
    this.#callbacks.lost(this);
  }

  /** When the session, the idle check or the report of received bytes is due; milliseconds since the epoch. */
  get deadline(): number | undefined {
    if (!this.isOpen) return undefined;
    const { deadline } = this.session;
    if (this.hasGrantedCommand && !this.isUnreported) return deadline;
    const hubDeadline = this.isUnreported
      ? this.lastReported + this.#reportInterval
      : this.lastReceivedAt + LONGEST_IDLENESS;
    return Math.min(deadline ?? Number.POSITIVE_INFINITY, hubDeadline);
  }

  /** At most half of the idle limit, so that the lobby knows in time that a player is not silent. */
  get #reportInterval(): number {
    return Math.min(REPORT_INTERVAL, this.#callbacks.options.idle / 2);
  }

  /** Bytes were received that are not reported to the lobby yet. */
  get isUnreported(): boolean {
    return this.isKnownToLobby && this.lastReceivedAt > this.lastReported;
  }

  /** Whether received bytes must be reported to the lobby now. */
  mustReport(now: number): boolean {
    return this.isUnreported && now >= this.lastReported + this.#reportInterval;
  }

  /**
   * Adds to a move the time that the player has used: from the last notice about the game to the bytes of the move. A time that the
   * session has measured stays.
   */
  withTurnTime(command: Command): Command {
    if ((command.kind !== 'play' && command.kind !== 'pass') || command.spent !== undefined) return command;
    return { ...command, spent: Math.max(0, this.lastReceivedAt - this.turnSince) };
  }

  /** Whether the connection has no granted command and has been silent for too long. */
  isIdle(now: number): boolean {
    return !this.hasGrantedCommand && now >= this.lastReceivedAt + LONGEST_IDLENESS;
  }
}

/** A decision whose events are not stored yet, or whose notices are not delivered yet. */
export interface DecisionDelivery {
  readonly decision: Decision;
  readonly requester: ClientConnection | undefined;
  /** Called once the answer and all notices are delivered. */
  readonly onDelivered: (() => void) | undefined;
}
