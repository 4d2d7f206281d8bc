import type { NodeNumber } from '../../../nodes/stream-message.ts';
import type { ReplyCallback, VisitHandle, VisitListener } from './visit.ts';

/** What a remote visit sends to its node. */
interface RemoteActions {
  /** Returns the number that identifies the listener in messages to the other node. */
  join(listener: VisitListener): number;
  leave(listener: number): void;
  send(message: string, reply: ReplyCallback): void;
  end(): void;
  endIfUnused(): void;
  /** Called when the visit has no listener and no pending reply any more. */
  unused(): void;
}

/** A visit whose state is on another node. */
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

  /** Always true. If the visit has too many listeners, its node ends this listener later. */
  join(listener: VisitListener): boolean {
    const forget = (): void => {
      this.#listeners.delete(listener);
      this.#forgetIfUnused();
    };
    const number = this.#actions.join({
      send: (line) => listener.send(line),
      pause: (paused) => listener.pause(paused),
      end: (why) => {
        forget();
        listener.end(why);
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

  send(message: string, reply: ReplyCallback): void {
    this.#unanswered++;
    this.#actions.send(message, (line) => {
      this.#unanswered--;
      this.#forgetIfUnused();
      reply(line);
    });
  }

  dismiss(): void {
    for (const listener of [...this.#listeners.keys()]) {
      this.leave(listener);
      listener.end('again');
    }
  }

  endIfUnused(): void {
    this.#actions.endIfUnused();
  }

  end(): void {
    this.#actions.end();
  }

  #forgetIfUnused(): void {
    if (this.#listeners.size === 0 && this.#unanswered === 0) this.#actions.unused();
  }
}
