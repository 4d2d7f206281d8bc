import { parseRule } from '../../../engines/piskvork/piskvork-codec.ts';
import type { GomokuRule } from '../../../rules/gomoku/gomoku-rules.ts';
import { timeIn } from '../info-texts.ts';

/** So many keys are kept; the Piskvork protocol has eight. */
const MOST_KEYS = 64;

/** The INFO of the manager that was not yet sent to the player: the last value of each key. */
export class PendingInfo {
  readonly #values = new Map<string, string>();
  /** Milliseconds for a stone; 0 if nothing is known, or as little as can be. */
  turnTime = 0;
  rule: GomokuRule = 'freestyle';

  note(key: string, value: string): void {
    const text = `${key} ${value}`.trimEnd();
    this.turnTime = timeIn(text)?.turn ?? this.turnTime;
    if (key.toLowerCase() === 'rule') this.rule = parseRule(value) ?? 'freestyle';
    if (this.#values.has(key) || this.#values.size < MOST_KEYS) this.#values.set(key, text);
  }

  taken(): readonly string[] {
    const texts = [...this.#values.values()];
    this.#values.clear();
    return texts;
  }
}
