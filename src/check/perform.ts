import type { Dial, Wire } from '../client/wire.ts';
import type { Clock } from '../clock.ts';
import type { Language } from './language.ts';
import type { Order, Patience, Referee } from './referee.ts';
import type { Verdict } from './verdict.ts';

interface Stage {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly language: Language;
  readonly patience: Patience;
}

/** Plays one dialogue with a server to its verdict, and leaves nobody behind. */
export function perform(referee: Referee, stage: Stage): Promise<Verdict> {
  return new Promise((resolve) => {
    new Performance(referee, stage, resolve).begin();
  });
}

class Performance {
  readonly #referee: Referee;
  readonly #stage: Stage;
  readonly #resolve: (verdict: Verdict) => void;
  readonly #wires = new Map<string, Wire>();
  #cancelAlarm: (() => void) | undefined;
  #leaving = false;

  constructor(referee: Referee, stage: Stage, resolve: (verdict: Verdict) => void) {
    this.#referee = referee;
    this.#stage = stage;
    this.#resolve = resolve;
  }

  begin(): void {
    this.#carryOut(this.#referee.proceed(this.#now));
  }

  get #now(): number {
    return this.#stage.clock.now();
  }

  #carryOut(orders: readonly Order[]): void {
    if (this.#leaving) return;
    for (const order of orders) {
      switch (order.kind) {
        case 'connect':
          this.#connect(order.who);
          break;
        case 'say':
          this.#wires.get(order.who)?.send(order.bytes);
          break;
        case 'hang up':
          this.#wires.get(order.who)?.close();
      }
    }
    this.#cancelAlarm?.();
    if (this.#referee.verdict !== undefined) this.#leave();
    else this.#setAlarm();
  }

  #setAlarm(): void {
    const { deadline } = this.#referee;
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return;
    this.#cancelAlarm = this.#stage.clock.at(deadline, () => this.#carryOut(this.#referee.proceed(this.#now)));
  }

  #connect(who: string): void {
    const wire = this.#stage.dial({
      connected: () => this.#carryOut(this.#referee.connected(who, this.#now)),
      received: (bytes) => this.#carryOut(this.#referee.heard(who, bytes, this.#now)),
      gone: (problem) => {
        this.#wires.delete(who);
        this.#carryOut(this.#referee.closed(who, problem, this.#now));
        if (this.#leaving && this.#wires.size === 0) this.#end();
      },
    });
    this.#wires.set(who, wire);
  }

  /** Everybody says goodbye, so that the next dialogue finds nobody who still waits or plays. */
  #leave(): void {
    this.#leaving = true;
    const { language, clock, patience } = this.#stage;
    for (const wire of this.#wires.values()) {
      for (const line of language.farewell) wire.send(language.write(line));
      wire.close();
    }
    if (this.#wires.size === 0) this.#end();
    else this.#cancelAlarm = clock.at(clock.now() + patience.silence, () => this.#end());
  }

  #end(): void {
    this.#cancelAlarm?.();
    if (this.#referee.verdict !== undefined) this.#resolve(this.#referee.verdict);
  }
}
