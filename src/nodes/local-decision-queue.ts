import type { DecisionCallback } from '../lobby/decision.ts';
import { localDecision, saysNothing } from './local-player-ids.ts';
import type { NodeCallbacks } from './node-callbacks.ts';
import type { ApplyResult } from './replicated-lobby.ts';
import type { NodeNumber } from './stream-message.ts';

/** Decisions that are told to their clients once the node may speak. */
export class LocalDecisionQueue {
  readonly #callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>;
  #held: (() => void)[] = [];

  constructor(callbacks: Pick<NodeCallbacks, 'decided' | 'archived'>) {
    this.#callbacks = callbacks;
  }

  /** `waiting`: who waits for a decision, by the place of the input. */
  add(
    { decisions, archived }: ApplyResult,
    own: NodeNumber | undefined,
    waiting: readonly (DecisionCallback | undefined)[] = [],
  ): void {
    for (const { place, decision } of decisions) {
      const done = place === undefined ? undefined : waiting[place];
      const local = localDecision(decision, own);
      if (done === undefined && saysNothing(local)) continue;
      this.#held.push(() => (done === undefined ? this.#callbacks.decided(local) : done(local)));
    }
    if (archived.length > 0) this.#held.push(() => this.#callbacks.archived(archived));
  }

  tell(): void {
    for (const tell of this.#held.splice(0)) tell();
  }

  clear(): void {
    this.#held = [];
  }
}
