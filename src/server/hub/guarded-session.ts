import type { CommandAnswer } from '../../lobby/command.ts';
import type { Notice } from '../../lobby/notice.ts';
import type {
  ArchiveReply,
  ServerSession,
  ServerSessionOutput,
  SignInResult,
} from '../../protocols/server-session-types.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { HubEventCounter } from './observability.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };

/** What the guard needs of the session's connection. */
interface GuardedConnection {
  readonly protocol: string;
  readonly log: Pick<ConnectionLog, 'failed'>;
  lost(): void;
}

/**
 * A session whose exceptions end its connection as if the connection were lost. An exception is a bug of ours. Other connections are
 * not affected. Exceptions of the lobby are not caught here: its state is shared, and only a restart from the journal restores it.
 */
export class GuardedSession implements ServerSession {
  readonly #session: ServerSession;
  readonly #connection: GuardedConnection;
  readonly #meter: HubEventCounter | undefined;

  constructor(session: ServerSession, connection: GuardedConnection, meter: HubEventCounter | undefined) {
    this.#session = session;
    this.#connection = connection;
    this.#meter = meter;
  }

  get writesSingly(): boolean {
    return this.#session.writesSingly ?? false;
  }

  open(now: number): ServerSessionOutput {
    try {
      return this.#session.open(now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  receive(bytes: Uint8Array, now: number): ServerSessionOutput {
    try {
      return this.#session.receive(bytes, now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  answer(answer: CommandAnswer, now: number): ServerSessionOutput {
    try {
      return this.#session.answer(answer, now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  signedIn(result: SignInResult, now: number): ServerSessionOutput {
    try {
      return this.#session.signedIn?.(result, now) ?? NOTHING;
    } catch (error) {
      return this.#fail(error);
    }
  }

  found(reply: ArchiveReply, now: number): ServerSessionOutput {
    try {
      return this.#session.found?.(reply, now) ?? NOTHING;
    } catch (error) {
      return this.#fail(error);
    }
  }

  proceed(now: number): ServerSessionOutput {
    try {
      return this.#session.proceed(now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  notify(notice: Notice, now: number): ServerSessionOutput {
    try {
      return this.#session.notify(notice, now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  inputEnded(now: number): ServerSessionOutput {
    try {
      return this.#session.inputEnded?.(now) ?? NOTHING;
    } catch (error) {
      return this.#fail(error);
    }
  }

  tick(now: number): ServerSessionOutput {
    try {
      return this.#session.tick(now);
    } catch (error) {
      return this.#fail(error);
    }
  }

  get deadline(): number | undefined {
    return this.#session.deadline;
  }

  get backlog(): number {
    return this.#session.backlog;
  }

  #fail(error: unknown): ServerSessionOutput {
    this.#connection.log.failed(error);
    this.#meter?.sessionFailed(this.#connection.protocol);
    this.#connection.lost();
    return NOTHING;
  }
}
