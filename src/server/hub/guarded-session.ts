import type { CommandAnswer } from '../../lobby/command.ts';
import type { Notice } from '../../lobby/notice.ts';
import type {
  ArchiveReply,
  ServerSession,
  ServerSessionOutput,
  SignInResult,
} from '../../protocols/server-session-types.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { Metrics } from './observability.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };

/** The parts of a connection that end with its session. */
interface GuardedConnection {
  readonly protocol: string;
  readonly log: Pick<ConnectionLog, 'broken'>;
  lost(): void;
}

/**
 * Ends the connection if its session throws, which is a bug of ours, as if the connection were lost. Other connections are not
 * affected. Errors of the lobby are not caught here: its state is shared, and only a restart from the journal restores it.
 */
export class GuardedSession implements ServerSession {
  readonly #session: ServerSession;
  readonly #conversation: GuardedConnection;
  readonly #meter: Metrics | undefined;

  constructor(session: ServerSession, conversation: GuardedConnection, meter: Metrics | undefined) {
    this.#session = session;
    this.#conversation = conversation;
    this.#meter = meter;
  }

  get writesSingly(): boolean {
    return this.#session.writesSingly ?? false;
  }

  open(now: number): ServerSessionOutput {
    try {
      return this.#session.open(now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  receive(bytes: Uint8Array, now: number): ServerSessionOutput {
    try {
      return this.#session.receive(bytes, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  answer(answer: CommandAnswer, now: number): ServerSessionOutput {
    try {
      return this.#session.answer(answer, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  signedIn(result: SignInResult, now: number): ServerSessionOutput {
    try {
      return this.#session.signedIn?.(result, now) ?? NOTHING;
    } catch (error) {
      return this.#broken(error);
    }
  }

  found(reply: ArchiveReply, now: number): ServerSessionOutput {
    try {
      return this.#session.found?.(reply, now) ?? NOTHING;
    } catch (error) {
      return this.#broken(error);
    }
  }

  proceed(now: number): ServerSessionOutput {
    try {
      return this.#session.proceed(now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  hear(notice: Notice, now: number): ServerSessionOutput {
    try {
      return this.#session.hear(notice, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  finish(now: number): ServerSessionOutput {
    try {
      return this.#session.finish?.(now) ?? NOTHING;
    } catch (error) {
      return this.#broken(error);
    }
  }

  tick(now: number): ServerSessionOutput {
    try {
      return this.#session.tick(now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  get deadline(): number | undefined {
    return this.#session.deadline;
  }

  get backlog(): number {
    return this.#session.backlog;
  }

  #broken(error: unknown): ServerSessionOutput {
    this.#conversation.log.broken(error);
    this.#meter?.broken(this.#conversation.protocol);
    this.#conversation.lost();
    return NOTHING;
  }
}
