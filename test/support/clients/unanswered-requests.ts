/** Something said that may still be answered. */
export interface UnansweredRequest<Message> {
  /** Absent where what was said is no message at all. */
  readonly message: Message | undefined;
  readonly line: string;
}

/** What a client has said and the server has not answered: answers come in the order of the requests. */
export class UnansweredRequests<Message> {
  readonly #open: UnansweredRequest<Message>[] = [];
  readonly #mayBeSilent: (message: Message) => boolean;

  /** `mayBeSilent`: what is granted without a word. */
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

  /** Takes the first request that fits; nothing if an earlier one had to be answered before it. */
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
