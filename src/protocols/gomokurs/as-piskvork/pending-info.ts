import { parseRule } from '../../../engines/piskvork/piskvork-codec.ts';
import type { GomokuRule } from '../../../rules/gomoku/gomoku-rules.ts';
import { timeIn } from '../info-texts.ts';

/** The maximum number of keys. The Piskvork protocol has eight. */
const MAX_KEYS = 64;

/** The INFO of the manager that was not sent to the player yet: the last value of each key. */
export class PendingInfo {
  readonly #values = new Map<string, string>();
  /** The time limit for a move in milliseconds. 0: it is unknown, or as short as possible. */
  moveTime = 0;
  rule: GomokuRule = 'freestyle';

  set(key: string, value: string): void {
    const text = `${key} ${value}`.trimEnd();
    this.moveTime = timeIn(text)?.turn ?? this.moveTime;
    if (key.toLowerCase() === 'rule') this.rule = parseRule(value) ?? 'freestyle';
    if (this.#values.has(key) || this.#values.size < MAX_KEYS) this.#values.set(key, text);
  }

  takeAll(): readonly string[] {
    const texts = [...this.#values.values()];
    this.#values.clear();
    return texts;
  }
}
