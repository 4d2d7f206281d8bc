/** A request that the server may still answer. */
export interface UnansweredRequest<Message> {
  /** Undefined if the line is not a message of the protocol. */
  readonly message: Message | undefined;
  readonly line: string;
}

/** The requests that the server has not answered yet. The server answers them in order. */
export class UnansweredRequests<Message> {
  readonly #open: UnansweredRequest<Message>[] = [];
  readonly #mayBeSilent: (message: Message) => boolean;

  /** `mayBeSilent`: whether the server may accept the request without an answer. */
  constructor(mayBeSilent: (message: Message) => boolean) {
    this.#mayBeSilent = mayBeSilent;
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  add(line: string, message?: Message): void {
    this.#open.push({ message, line });
  }

  has(fits: (message: Message) => boolean): boolean {
    return this.#open.some(({ message }) => message !== undefined && fits(message));
  }

  /** Removes and returns the first request that fits; undefined if an earlier request must be answered first. */
  takeAnswered(fits: (request: UnansweredRequest<Message>) => boolean): UnansweredRequest<Message> | undefined {
    for (const [index, request] of this.#open.entries()) {
      if (fits(request)) {
        this.#open.splice(0, index + 1);
        return request;
      }
      if (request.message === undefined || !this.#mayBeSilent(request.message)) return undefined;
    }
    return undefined;
  }
}
