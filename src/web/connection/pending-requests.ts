import type { ClientMessage } from '../../protocols/api/client-message.ts';
import type { ServerMessage } from '../../protocols/api/message.ts';

/** What the server answers; `lost`: the connection went before the answer came, and nobody knows whether it was done. */
export type Reply =
  | (ServerMessage & { readonly kind: 'done' })
  | (ServerMessage & { readonly kind: 'refused' })
  | { readonly kind: 'lost' };

/** A message without the name that its reply is known by. */
export type Request = WithoutId<ClientMessage>;
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/**
 * Questions that wait for their answers. Several tabs may share one conversation, each hearing all of it, so a tab's ids
 * begin with a word of its own.
 */
export class PendingRequests {
  readonly #tab: string;
  readonly #waiting = new Map<string, (reply: Reply) => void>();
  #count = 0;

  constructor(tab: string) {
    this.#tab = tab;
  }

  /** The message as it is to be sent. `answered` is called exactly once. */
  begin(request: Request, answered: (reply: Reply) => void): string {
    const id = `${this.#tab}-${++this.#count}`;
    this.#waiting.set(id, answered);
    return JSON.stringify({ ...request, id });
  }

  /** An answer has come, perhaps to another tab. */
  settle(reply: Exclude<Reply, { readonly kind: 'lost' }>): void {
    const answered = this.#waiting.get(reply.id ?? '');
    this.#waiting.delete(reply.id ?? '');
    answered?.(reply);
  }

  /** No answer will come any more. */
  lose(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answered of waiting) answered({ kind: 'lost' });
  }

  get pending(): number {
    return this.#waiting.size;
  }
}
