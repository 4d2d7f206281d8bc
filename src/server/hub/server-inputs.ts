import type { Decision } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import type { InputSequencer } from './input-sequencer.ts';

/** Stores and delivers a decision that no client has requested. */
type Commit = (decision: Decision, onDelivered?: () => void) => void;

/** Gives the lobby the inputs of the server itself, which no client waits for. */
export class ServerInputs {
  readonly #sequencer: InputSequencer;
  readonly #commit: Commit;

  constructor(sequencer: InputSequencer, commit: Commit) {
    this.#sequencer = sequencer;
    this.#commit = commit;
  }

  apply(input: Input): void {
    this.#sequencer.submit(input, (decision) => decision && this.#commit(decision));
  }

  /** Resolves with the decision, whose events may not be stored yet; undefined if the input is dropped (see `DecisionCallback`). */
  async decide(input: Input): Promise<Decision | undefined> {
    return await new Promise((resolve) => {
      this.#sequencer.submit(input, (decision) => {
        if (decision !== undefined) this.#commit(decision);
        resolve(decision);
      });
    });
  }

  /** The same, but resolves after all notices are delivered. */
  async carryOut(input: Input): Promise<Decision | undefined> {
    return await new Promise((resolve) => {
      this.#sequencer.submit(input, (decision) => {
        if (decision === undefined) resolve(undefined);
        else this.#commit(decision, () => resolve(decision));
      });
    });
  }
}
