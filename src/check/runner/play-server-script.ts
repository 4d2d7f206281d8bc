import type { Dial, TcpConnection } from '../../client/tcp-connection.ts';
import type { Clock } from '../../clock.ts';
import type { DialogueAdapter } from '../../protocols/conformance/dialogue-adapter.ts';
import type { DialogueTimeouts, TestConnectionAction } from './script.ts';
import type { ScriptRunner } from './script-runner.ts';
import type { Verdict } from './verdict.ts';

interface PlayOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly adapter: DialogueAdapter;
  readonly timeouts: DialogueTimeouts;
}

/** Plays one dialogue with a server until its verdict, then closes all connections. */
export function playServerScript(runner: ScriptRunner, options: PlayOptions): Promise<Verdict> {
  return new Promise((resolve) => {
    new DialogueConnections(runner, options, resolve).start();
  });
}

class DialogueConnections {
  readonly #runner: ScriptRunner;
  readonly #options: PlayOptions;
  readonly #resolve: (verdict: Verdict) => void;
  readonly #connections = new Map<string, TcpConnection>();
  #cancelTimer: (() => void) | undefined;
  #isLeaving = false;

  constructor(runner: ScriptRunner, options: PlayOptions, resolve: (verdict: Verdict) => void) {
    this.#runner = runner;
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    this.#performActions(this.#runner.proceed(this.#now));
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #performActions(actions: readonly TestConnectionAction[]): void {
    if (this.#isLeaving) return;
    for (const action of actions) {
      switch (action.kind) {
        case 'connect':
          this.#connect(action.who);
          break;
        case 'send':
          this.#connections.get(action.who)?.send(action.bytes);
          break;
        case 'disconnect':
          this.#connections.get(action.who)?.close();
      }
    }
    this.#cancelTimer?.();
    if (this.#runner.verdict !== undefined) this.#leave();
    else this.#setTimer();
  }

  #setTimer(): void {
    const { deadline } = this.#runner;
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#options.clock.at(deadline, () => this.#performActions(this.#runner.proceed(this.#now)));
  }

  #connect(who: string): void {
    const connection = this.#options.dial({
      connected: () => this.#performActions(this.#runner.connected(who, this.#now)),
      received: (bytes) => this.#performActions(this.#runner.received(who, bytes, this.#now)),
      closed: (problem) => {
        this.#connections.delete(who);
        this.#performActions(this.#runner.closed(who, problem, this.#now));
        if (this.#isLeaving && this.#connections.size === 0) this.#end();
      },
    });
    this.#connections.set(who, connection);
  }

  /** Sends the farewell of every client: a client that still waits or plays would disturb the next dialogue. */
  #leave(): void {
    this.#isLeaving = true;
    const { adapter, clock, timeouts } = this.#options;
    for (const connection of this.#connections.values()) {
      for (const line of adapter.farewell) connection.send(adapter.write(line));
      connection.close();
    }
    if (this.#connections.size === 0) this.#end();
    else {
      const timeout = adapter.farewellEnds ? timeouts.answer : timeouts.silence;
      this.#cancelTimer = clock.at(clock.now() + timeout, () => this.#end());
    }
  }

  #end(): void {
    this.#cancelTimer?.();
    if (this.#runner.verdict !== undefined) this.#resolve(this.#runner.verdict);
  }
}
