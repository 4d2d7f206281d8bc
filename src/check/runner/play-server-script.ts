import type { Dial, TcpConnection } from '../../client/tcp-connection.ts';
import type { Clock } from '../../clock.ts';
import type { DialogueLanguage } from '../../protocols/conformance/dialogue-language.ts';
import type { DialogueTimeouts, TestClientAction } from './script.ts';
import type { ScriptRunner } from './script-runner.ts';
import type { Verdict } from './verdict.ts';

interface Connections {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly language: DialogueLanguage;
  readonly patience: DialogueTimeouts;
}

/** Plays one dialogue with a server until its verdict, then closes all connections. */
export function playServerScript(runner: ScriptRunner, connections: Connections): Promise<Verdict> {
  return new Promise((resolve) => {
    new DialogueConnections(runner, connections, resolve).begin();
  });
}

class DialogueConnections {
  readonly #runner: ScriptRunner;
  readonly #connections: Connections;
  readonly #resolve: (verdict: Verdict) => void;
  readonly #wires = new Map<string, TcpConnection>();
  #cancelTimer: (() => void) | undefined;
  #leaving = false;

  constructor(runner: ScriptRunner, connections: Connections, resolve: (verdict: Verdict) => void) {
    this.#runner = runner;
    this.#connections = connections;
    this.#resolve = resolve;
  }

  begin(): void {
    this.#carryOut(this.#runner.proceed(this.#now));
  }

  get #now(): number {
    return this.#connections.clock.now();
  }

  #carryOut(actions: readonly TestClientAction[]): void {
    if (this.#leaving) return;
    for (const action of actions) {
      switch (action.kind) {
        case 'connect':
          this.#connect(action.who);
          break;
        case 'say':
          this.#wires.get(action.who)?.send(action.bytes);
          break;
        case 'hang up':
          this.#wires.get(action.who)?.close();
      }
    }
    this.#cancelTimer?.();
    if (this.#runner.verdict !== undefined) this.#leave();
    else this.#setTimer();
  }

  #setTimer(): void {
    const { deadline } = this.#runner;
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#connections.clock.at(deadline, () => this.#carryOut(this.#runner.proceed(this.#now)));
  }

  #connect(who: string): void {
    const wire = this.#connections.dial({
      connected: () => this.#carryOut(this.#runner.connected(who, this.#now)),
      received: (bytes) => this.#carryOut(this.#runner.heard(who, bytes, this.#now)),
      closed: (problem) => {
        this.#wires.delete(who);
        this.#carryOut(this.#runner.closed(who, problem, this.#now));
        if (this.#leaving && this.#wires.size === 0) this.#end();
      },
    });
    this.#wires.set(who, wire);
  }

  /** Every client says goodbye, so that no waiting or playing client disturbs the next dialogue. */
  #leave(): void {
    this.#leaving = true;
    const { language, clock, patience } = this.#connections;
    for (const wire of this.#wires.values()) {
      for (const line of language.farewell) wire.send(language.write(line));
      wire.close();
    }
    if (this.#wires.size === 0) this.#end();
    else {
      const longest = language.farewellEnds ? patience.answer : patience.silence;
      this.#cancelTimer = clock.at(clock.now() + longest, () => this.#end());
    }
  }

  #end(): void {
    this.#cancelTimer?.();
    if (this.#runner.verdict !== undefined) this.#resolve(this.#runner.verdict);
  }
}
