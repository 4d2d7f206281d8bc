import type { DecisionCallback } from '../lobby/decision.ts';
import { localDecision, isEmptyDecision } from './local-player-ids.ts';
import type { NodeCallbacks } from './node-callbacks.ts';
import type { ApplyResult } from './replicated-lobby.ts';
import type { NodeNumber } from './stream-message.ts';

/** Decisions that wait until the node may serve clients. */
export class LocalDecisionQueue {
  readonly #callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>;
  #queue: (() => void)[] = [];

  constructor(callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>) {
    this.#callbacks = callbacks;
  }

  /** `waiting`: the callbacks of the batch's inputs, by the place of the input. */
  add(
    { decisions, archived }: ApplyResult,
    own: NodeNumber | undefined,
    waiting: readonly (DecisionCallback | undefined)[] = [],
  ): void {
    for (const { place, decision } of decisions) {
      const done = place === undefined ? undefined : waiting[place];
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
