import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { messageOf } from '../../result.ts';
import { NatsUnusable } from './nats-location.ts';

/** Milliseconds to wait for an answer before the question is asked again. */
export const ANSWER_TIMEOUT = 1_000;
const MAX_ATTEMPTS = 5;
/** Milliseconds in which a start that a cluster leaves unanswered is repeated. It has another leader 1 to 11 s after the death of a server, on busy machines up to 35 s. */
const START_TIMEOUT = 45_000;
/** Milliseconds between two attempts to start. */
const START_PAUSE = 500;
/** The code of the answer of a cluster without a leader. */
const UNAVAILABLE = 10_008;

/**
 * A cluster forgets a question that it is asked while it has no leader, and may place a consumer for the answer on a server that has just died:
 * the question is asked again. Rejects if no question is answered in time.
 */
export async function retryRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Starts again while NATS leaves something unanswered, or says that it cannot answer now. Rejects with `NatsUnusable` if it does so for too long. */
export async function retryStart<Started>(start: () => Promise<Started>): Promise<Started> {
  const deadline = performance.now() + START_TIMEOUT;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (performance.now() >= deadline) throw error instanceof NatsUnusable ? error : unusable(error);
    }
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE));
  }
}

export const unusable = (error: unknown): NatsUnusable =>
  new NatsUnusable(`JetStream cannot be used: ${messageOf(error)}`, { cause: error });

function isUnanswered(error: unknown): boolean {
  if (error instanceof NatsUnusable) return isUnanswered(error.cause);
  return error instanceof errors.TimeoutError || (error instanceof JetStreamApiError && error.code === UNAVAILABLE);
}
