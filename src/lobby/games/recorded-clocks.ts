import type { Color } from '../../rules/color.ts';
import type { RecordClock, RecordDetails } from '../../rules/records/game-record.ts';
import { afterMove, afterTime, type ClockState, newClock } from '../../rules/time/clock-state.ts';
import type { TimeControl, TimedControl } from '../../rules/time/time-control.ts';
import type { GameEvent } from './game-event.ts';

/** The clocks after each move of a stored game, for its record. */
export class RecordedClocks {
  readonly #control: TimeControl;
  readonly #clocks = new Map<Color, ClockState>();

  constructor(control: TimeControl) {
    this.#control = control;
  }

  /** The turn of this side has ended by a take-back. */
  takenBack(color: Color, { spent }: GameEvent & { kind: 'undone' }): void {
    const control = this.#control;
    if (control.kind === 'none' || spent === undefined) return;
    this.#clocks.set(color, afterTime(control, this.#clocks.get(color) ?? newClock(control), spent));
  }

  /** The mover's clock after its move; nothing where the clock of its seat does not run. */
  after({ color, spent }: GameEvent & { kind: 'played' | 'passed' }): { clock?: RecordClock } {
    const control = this.#control;
    if (control.kind === 'none' || spent === undefined) return {};
    const clock = afterMove(control, this.#clocks.get(color) ?? newClock(control), spent);
    this.#clocks.set(color, clock);
    const { main, period, count } = clock;
    const isOvertime = main === 0 && count > 0;
    return { clock: isOvertime ? { left: period / 1_000, overtime: count } : { left: main / 1_000 } };
  }
}

/** TM, the main time in seconds, and OT in the words that other programs use. */
export function timeDetails(control: TimedControl): RecordDetails {
  const seconds = (time: number): string => `${time / 1_000}`;
  switch (control.kind) {
    case 'absolute':
      return { timeLimit: seconds(control.main) };
    case 'per-move':
      return { timeLimit: seconds(control.match), overtime: `at most ${seconds(control.move)} per move` };
    case 'fischer':
      return { timeLimit: seconds(control.main), overtime: `${seconds(control.increment)} fischer` };
    case 'byo-yomi':
      return { timeLimit: seconds(control.main), overtime: `${control.periods}x${seconds(control.period)} byo-yomi` };
    case 'canadian':
      return { timeLimit: seconds(control.main), overtime: `${control.stones}/${seconds(control.period)} Canadian` };
  }
}
