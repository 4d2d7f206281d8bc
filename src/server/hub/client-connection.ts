import type { Command } from '../../lobby/command.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { ClientProfile, PlayerId } from '../../lobby/players/player.ts';
import type { ServerSession } from '../../protocols/server-session-types.ts';
import type { ConnectionLog } from './connection-log.ts';
import { GuardedSession } from './guarded-session.ts';
import type { ConnectionObserver, Metrics } from './observability.ts';
import { ReceiveBuffer } from './receive-buffer.ts';
import type { WorkDebt } from './scheduling/work-debt.ts';
import type { Transport, VisitConnection } from './transport.ts';

/** A connection that never got a granted command is closed after this many milliseconds of silence. */
const LONGEST_IDLENESS = 600_000;

/** Bytes that lead to no command are reported to the lobby at most once in this many milliseconds. */
const REPORT_INTERVAL = 20_000;

/** What the hub does when something happens on a connection. */
export interface ConnectionCallbacks {
  /** `idle`: milliseconds after which a silent player to move has left. */
  readonly options: { readonly meter?: Metrics; readonly idle: number };
  received(connection: ClientConnection, bytes: Uint8Array): void;
  finished(connection: ClientConnection): void;
  away(connection: ClientConnection, until: number | undefined): void;
  lost(connection: ClientConnection): void;
}

/** A connection as the hub knows it. A server has thousands of idle ones, so every field counts. */
export class ClientConnection implements VisitConnection {
  readonly #callbacks: ConnectionCallbacks;
  readonly player: PlayerId;
  profile: ClientProfile;
  readonly session: GuardedSession;
  readonly link: Transport;
  readonly log: ConnectionLog;
  readonly received: ReceiveBuffer;
  readonly workDebt: WorkDebt;
  readonly tap: ConnectionObserver | undefined;
  /** A read is scheduled. */
  queued = false;
  /** Commands whose answers and notices are not all delivered yet. */
  unanswered = 0;
  /** Commands that are not decided yet, because the first of them waits; there is none nearly always. */
  undecided: Command[] | undefined;
  hasFinished = false;
  open = true;
  /** A command was granted: a name, a list, a game to watch. */
  served = false;
  /** The lobby knows the client. */
  introduced = false;
  /** When the last bytes were received, and when received bytes were last reported to the lobby; milliseconds since the epoch. */
  lastHeard: number;
  lastReported: number;
  /** When a notice of its game was last delivered; milliseconds since the epoch. */
  turnSince = 0;

  constructor(
    operator: ConnectionCallbacks,
    { player, profile }: Pick<ClientConnection, 'player' | 'profile'>,
    session: ServerSession,
    { link, log, workDebt, tap }: Pick<ClientConnection, 'link' | 'log' | 'workDebt' | 'tap'>,
    now: number,
  ) {
    this.#callbacks = operator;
    this.player = player;
    this.profile = profile;
    this.session = new GuardedSession(session, this, operator.options.meter);
    this.link = link;
    this.log = log;
    this.received = new ReceiveBuffer(link);
    this.workDebt = workDebt;
    this.tap = tap;
    this.lastHeard = now;
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

  /** The client sends no more, and all that it has sent was read. */
  get hasSaidAll(): boolean {
    return this.hasFinished && this.received.isEmpty && this.session.backlog === 0;
  }

  away(until: number | undefined): void {
    this.#callbacks.away(this, until);
  }

  lost(): void {
    this.#callbacks.lost(this);
  }

  /** When the session, the idle check or the report of received bytes is due; milliseconds since the epoch. */
  get deadline(): number | undefined {
    if (!this.open) return undefined;
    const { deadline } = this.session;
    if (this.served && !this.isUnreported) return deadline;
    const other = this.isUnreported ? this.lastReported + this.#reportInterval : this.lastHeard + LONGEST_IDLENESS;
    return Math.min(deadline ?? Number.POSITIVE_INFINITY, other);
  }

  /** At least twice within the idle limit: a player who sends bytes in time is not silent. */
  get #reportInterval(): number {
    return Math.min(REPORT_INTERVAL, this.#callbacks.options.idle / 2);
  }

  /** Bytes were received that are not reported to the lobby yet. */
  get isUnreported(): boolean {
    return this.introduced && this.lastHeard > this.lastReported;
  }

  /** Whether received bytes must be reported to the lobby now. */
  mustReport(now: number): boolean {
    return this.isUnreported && now >= this.lastReported + this.#reportInterval;
  }

  /** A move with what its turn has taken, from the last notice to the bytes of the move, unless the session has measured it. */
  withTurnTime(command: Command): Command {
    if ((command.kind !== 'play' && command.kind !== 'pass') || command.spent !== undefined) return command;
    return { ...command, spent: Math.max(0, this.lastHeard - this.turnSince) };
  }

  /** Whether the connection never got a granted command and has been silent for too long. */
  isIdle(now: number): boolean {
    return !this.served && now >= this.lastHeard + LONGEST_IDLENESS;
  }
}

/** A decision that waits for its commit, and then for delivery. */
export interface PendingDelivery {
  readonly decision: Decision;
  readonly requester: ClientConnection | undefined;
  /** Called once every answer and notice is delivered. */
  readonly onDelivered: (() => void) | undefined;
}
