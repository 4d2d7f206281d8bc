import { errors } from '@nats-io/transport-node';

/** Milliseconds to wait for an answer before the question is asked again. */
export const ANSWER_TIMEOUT = 1_000;
const ATTEMPTS = 5;

/** A cluster forgets a question that it is asked while it has no leader: it is asked again. Rejects if no question is answered in time. */
export async function askAgain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === ATTEMPTS) throw error;
    }
  }
}
