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
export function guarded(session: Session, conversation: () => Conversation, meter: Meter | undefined): Session {
  const guard = (call: () => Effects): Effects => {
    try {
      return call();
    } catch (error) {
      const { story, protocol, lost } = conversation();
      story.broken(error);
      meter?.broken(protocol);
      lost();
      return NOTHING;
    }
  };
  return {
    receive: (bytes, now) => guard(() => session.receive(bytes, now)),
    answer: (answer, now) => guard(() => session.answer(answer, now)),
    proceed: (now) => guard(() => session.proceed(now)),
    hear: (notice, now) => guard(() => session.hear(notice, now)),
    tick: (now) => guard(() => session.tick(now)),
    get deadline() {
      return session.deadline;
    },
    get backlog() {
      return session.backlog;
    },
  };
}
