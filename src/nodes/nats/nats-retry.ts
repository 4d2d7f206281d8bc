import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { messageOf } from '../../result.ts';
import { NatsUnusable } from './nats-settings.ts';

/** Milliseconds to wait for an answer before a request is repeated. */
export const ANSWER_TIMEOUT = 1_000;
const MAX_ATTEMPTS = 5;
/**
 * Milliseconds in which a start is repeated if a cluster does not answer. A cluster elects another leader 1 to 11 s after the
 * death of a server, and on busy machines up to 35 s after it.
 */
const START_TIMEOUT = 45_000;
/** Milliseconds between two attempts to start. */
const START_PAUSE = 500;
/** The error code of a cluster without a leader. */
const UNAVAILABLE = 10_008;

/**
 * Repeats a request that is not answered in time. A cluster without a leader drops requests, and it may create the consumer for
 * an answer on a server that has just died. Rejects if all attempts fail.
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

/**
 * Repeats `start` while NATS does not answer or reports that it has no leader. Rejects with `NatsUnusable` after
 * `START_TIMEOUT`.
 */
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

/** The error for a request to JetStream that has failed. */
export const unusable = (error: unknown): NatsUnusable =>
  new NatsUnusable(`JetStream cannot be used: ${messageOf(error)}`, { cause: error });

function isUnanswered(error: unknown): boolean {
  if (error instanceof NatsUnusable) return isUnanswered(error.cause);
  return error instanceof errors.TimeoutError || (error instanceof JetStreamApiError && error.code === UNAVAILABLE);
}
