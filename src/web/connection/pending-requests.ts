import type { ClientMessage } from '../../protocols/api/client-message-schema.ts';
import type { ServerMessage } from '../../protocols/api/server-message-schema.ts';

/** The answer of the server; `lost`: the connection was lost before the answer, and the result is unknown. */
export type RequestOutcome =
  | (ServerMessage & { readonly kind: 'done' })
  | (ServerMessage & { readonly kind: 'refused' })
  | { readonly kind: 'lost' };

/** A message without its id. */
export type ClientRequest = WithoutId<ClientMessage>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/**
 * Requests that wait for their answers. Several tabs may share one visit and receive all answers, so the ids of each
 * tab have their own prefix.
 */
export class PendingRequests {
  readonly #tab: string;
  readonly #waiting = new Map<string, (reply: RequestOutcome) => void>();
  #count = 0;

  constructor(tab: string) {
    this.#tab = tab;
  }

  /** Returns the message with its id, as JSON. `onAnswer` is called exactly once. */
  begin(request: ClientRequest, onAnswer: (reply: RequestOutcome) => void): string {
    const id = `${this.#tab}-${++this.#count}`;
    this.#waiting.set(id, onAnswer);
    return JSON.stringify({ ...request, id });
  }

  /** Handles an answer, which may belong to another tab. */
  settle(reply: Exclude<RequestOutcome, { readonly kind: 'lost' }>): void {
    const onAnswer = this.#waiting.get(reply.id ?? '');
    this.#waiting.delete(reply.id ?? '');
    onAnswer?.(reply);
  }

  /** The connection is lost: no answer will come. */
  failAll(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answered of waiting) answered({ kind: 'lost' });
  }

  get pending(): number {
    return this.#waiting.size;
  }
}
