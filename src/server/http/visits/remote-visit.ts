import type { NodeNumber } from '../../../nodes/stream-message.ts';
import type { ReplyCallback, VisitHandle, VisitSubscriber } from './visit.ts';

interface RemoteActions {
  /** Returns the number that identifies the subscriber in messages to the other node. */
  join(subscriber: VisitSubscriber): number;
  leave(subscriber: number): void;
  send(message: string, reply: ReplyCallback): void;
  end(): void;
  endIfUnused(): void;
  /** Called when the visit has no subscriber and no pending reply any more. */
  unused(): void;
}

/** A visit whose state is on another node. */
export class RemoteVisit implements VisitHandle {
  readonly node: NodeNumber;
  readonly connection: string;
  isSeated: boolean;
  readonly #actions: RemoteActions;
  readonly #subscribers = new Map<VisitSubscriber, number>();
  #unanswered = 0;

  constructor(node: NodeNumber, isSeated: boolean, actions: RemoteActions) {
    this.node = node;
    this.connection = `node ${node}`;
    this.isSeated = isSeated;
    this.#actions = actions;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  /** Always true. If the visit has too many subscribers, its node ends this subscriber later. */
  join(subscriber: VisitSubscriber): boolean {
    const forget = (): void => {
      this.#subscribers.delete(subscriber);
      this.#forgetIfUnused();
    };
    const number = this.#actions.join({
      send: (line) => subscriber.send(line),
      pause: (paused) => subscriber.pause(paused),
      end: (why) => {
        forget();
        subscriber.end(why);
      },
    });
    this.#subscribers.set(subscriber, number);
    return true;
  }

  leave(subscriber: VisitSubscriber): void {
    const number = this.#subscribers.get(subscriber);
    if (number === undefined) return;
    this.#subscribers.delete(subscriber);
    this.#actions.leave(number);
    this.#forgetIfUnused();
  }

  send(message: string, reply: ReplyCallback): void {
    this.#unanswered++;
    this.#actions.send(message, (line) => {
      this.#unanswered--;
      this.#forgetIfUnused();
      reply(line);
    });
  }

  dismiss(): void {
    for (const subscriber of [...this.#subscribers.keys()]) {
      this.leave(subscriber);
      subscriber.end('re-authenticate');
    }
  }

  endIfUnused(): void {
    this.#actions.endIfUnused();
  }

  end(): void {
    this.#actions.end();
  }

  #forgetIfUnused(): void {
    if (this.#subscribers.size === 0 && this.#unanswered === 0) this.#actions.unused();
  }
}
