import type { NodeNumber } from '../../../nodes/stream-message.ts';
import type { ReplyCallback, VisitHandle, VisitListener } from './visit.ts';

/** How a remote visit reaches its node. */
interface RemoteActions {
  /** Returns the number by which the other node knows the listener. */
  join(listener: VisitListener): number;
  leave(listener: number): void;
  say(message: string, reply: ReplyCallback): void;
  end(): void;
  leaveBehind(): void;
  /** No listener and no reply needs it any more. */
  unused(): void;
}

/** A visit that lives at another node. */
export class RemoteVisit implements VisitHandle {
  readonly node: NodeNumber;
  readonly connection: string;
  isSeated: boolean;
  readonly #actions: RemoteActions;
  readonly #listeners = new Map<VisitListener, number>();
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

  /** If it has too many listeners, its node says that it is over for this one. */
  join(listener: VisitListener): boolean {
    const forget = (): void => {
      this.#listeners.delete(listener);
      this.#forgetIfUnused();
    };
    const number = this.#actions.join({
      hear: (line) => listener.hear(line),
      pause: (paused) => listener.pause(paused),
      over: (why) => {
        forget();
        listener.over(why);
      },
    });
    this.#listeners.set(listener, number);
    return true;
  }

  leave(listener: VisitListener): void {
    const number = this.#listeners.get(listener);
    if (number === undefined) return;
    this.#listeners.delete(listener);
    this.#actions.leave(number);
    this.#forgetIfUnused();
  }

  say(message: string, reply: ReplyCallback): void {
    this.#unanswered++;
    this.#actions.say(message, (line) => {
      this.#unanswered--;
      this.#forgetIfUnused();
      reply(line);
    });
  }

  dismiss(): void {
    for (const listener of [...this.#listeners.keys()]) {
      this.leave(listener);
      listener.over('again');
    }
  }

  leaveBehind(): void {
    this.#actions.leaveBehind();
  }

  end(): void {
    this.#actions.end();
  }

  #forgetIfUnused(): void {
    if (this.#listeners.size === 0 && this.#unanswered === 0) this.#actions.unused();
  }
}
