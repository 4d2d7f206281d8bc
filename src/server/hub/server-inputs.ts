import type { Decision } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import type { InputOrder } from './input-order.ts';

/** Stores and delivers a decision that no client has requested. */
type Commit = (decision: Decision, onDelivered?: () => void) => void;

/** Gives the lobby the inputs of the server itself, which no client waits for. */
export class ServerInputs {
  readonly #order: InputOrder;
  readonly #commit: Commit;

  constructor(order: InputOrder, commit: Commit) {
    this.#order = order;
    this.#commit = commit;
  }

  apply(input: Input): void {
    this.#order.submit(input, (decision) => decision && this.#commit(decision));
  }

  /** Resolves with the decision, whose events may not be stored yet; undefined if the input is dropped (see `DecisionCallback`). */
  async decide(input: Input): Promise<Decision | undefined> {
    return await new Promise((resolve) => {
      this.#order.submit(input, (decision) => {
        if (decision !== undefined) this.#commit(decision);
        resolve(decision);
      });
    });
  }

  /** The same, but resolves after all notices are delivered. */
  async carryOut(input: Input): Promise<Decision | undefined> {
    return await new Promise((resolve) => {
      this.#order.submit(input, (decision) => {
        if (decision === undefined) resolve(undefined);
        else this.#commit(decision, () => resolve(decision));
      });
    });
  }
}
