import type { DecisionCallback } from '../lobby/decision.ts';
import type { NodeCallbacks } from './node-callbacks.ts';
import { isEmptyDecision, localDecision } from './player-id-translation.ts';
import type { ApplyResult } from './replicated-lobby.ts';
import type { NodeNumber } from './stream-message.ts';

/** Decisions that are not delivered to the node's clients yet, because the node may not serve clients at the moment. */
export class UndeliveredDecisions {
  readonly #callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>;
  #queue: (() => void)[] = [];

  constructor(callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>) {
    this.#callbacks = callbacks;
  }

  /** Adds the decisions of one message. `callbacks`: the callbacks of the batch's inputs, in the order of the inputs. */
  add(
    { decisions, archived }: ApplyResult,
    own: NodeNumber | undefined,
    callbacks: readonly (DecisionCallback | undefined)[] = [],
  ): void {
    for (const { inputIndex, decision } of decisions) {
      const done = inputIndex === undefined ? undefined : callbacks[inputIndex];
      const local = localDecision(decision, own);
      if (done === undefined && isEmptyDecision(local)) continue;
      this.#queue.push(() => (done === undefined ? this.#callbacks.decided(local) : done(local)));
    }
    if (archived.length > 0) this.#queue.push(() => this.#callbacks.archived(archived));
  }

  deliver(): void {
    for (const deliver of this.#queue.splice(0)) deliver();
  }

  clear(): void {
    this.#queue = [];
  }
}
