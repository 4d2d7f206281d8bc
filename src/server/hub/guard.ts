import type { Answer } from '../../lobby/command.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Effects, Session } from '../../protocols/protocol.ts';
import type { Line } from './line.ts';
import type { Story } from './story.ts';
import type { Meter } from './witnesses.ts';

const NOTHING: Effects = { send: [], ask: [], close: false };

/** What ends with its session. */
type Conversation = Pick<Line, 'protocol' | 'lost'> & { readonly story: Pick<Story, 'broken'> };

/**
 * A session that throws has made a mistake of ours, and knows no more where its conversation stands: that is over, as if the
 * connection were lost, and nobody else need pay for it. The lobby is everybody's, so what it throws is not for here: what it
 * has decided by halves is forgotten only by starting again from the journal.
 */
export class Guarded implements Session {
  readonly #session: Session;
  readonly #conversation: Conversation;
  readonly #meter: Meter | undefined;

  constructor(session: Session, conversation: Conversation, meter: Meter | undefined) {
    this.#session = session;
    this.#conversation = conversation;
    this.#meter = meter;
  }

  receive(bytes: Uint8Array, now: number): Effects {
    try {
      return this.#session.receive(bytes, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  answer(answer: Answer, now: number): Effects {
    try {
      return this.#session.answer(answer, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  proceed(now: number): Effects {
    try {
      return this.#session.proceed(now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  hear(notice: Notice, now: number): Effects {
    try {
      return this.#session.hear(notice, now);
    } catch (error) {
      return this.#broken(error);
    }
  }

  tick(now: number): Effects {
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

  #broken(error: unknown): Effects {
    this.#conversation.story.broken(error);
    this.#meter?.broken(this.#conversation.protocol);
    this.#conversation.lost();
    return NOTHING;
  }
}
