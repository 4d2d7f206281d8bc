import type { TcpConnection } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import type { DialogueVariables } from '../protocols/conformance/dialogue/dialogue-variables.ts';
import { DialogueClients } from './runner/dialogue-client-state.ts';
import { DialogueTranscript } from './runner/dialogue-transcript.ts';
import type { DialogueTimeouts, TestConnectionAction } from './runner/script.ts';
import { ScriptRunner } from './runner/script-runner.ts';
import type { Verdict } from './runner/verdict.ts';

/** The name of the tested client in the dialogues. */
const CLIENT = 'client';
const RIVAL = 'rival';

/** The name of the opponent that the script plays. */
const RIVAL_NAME = 'rival';

const CONVERSATION_OVER: Verdict = { kind: 'not reached', reason: 'the connection ended at an earlier clause' };

interface ClientScriptRunOptions {
  readonly clock: Clock;
  readonly timeouts: DialogueTimeouts;
  /** Called at the end, with one verdict for each clause of the script. */
  readonly report: (verdicts: readonly Verdict[]) => void;
}

/** Plays one script on one connection of the tested client. The clauses of the script follow each other. */
export class ClientScriptRun {
  readonly #catalogue: ClientClauses;
  readonly #script: ClientClauses['scripts'][number];
  readonly #connection: TcpConnection;
  readonly #options: ClientScriptRunOptions;
  readonly #clients = new DialogueClients();
  readonly #transcript = new DialogueTranscript('server');
  readonly #verdicts: Verdict[] = [];
  #runner: ScriptRunner;
  #cancelTimer: (() => void) | undefined;
  #isOver = false;

  constructor(
    catalogue: ClientClauses,
    script: ClientClauses['scripts'][number],
    connection: TcpConnection,
    options: ClientScriptRunOptions,
  ) {
    this.#catalogue = catalogue;
    this.#script = script;
    this.#connection = connection;
    this.#options = options;
    this.#clients.get(CLIENT).state = 'connected';
    const { adapter, size, stones } = catalogue;
    const names = new Map([[RIVAL, RIVAL_NAME]]);
    this.#runner = this.#nextRunner({ names, size, seats: {}, colors: adapter.colors, stones });
  }

  /** `openedAt` is the clock's time in milliseconds when the client connected. */
  start(openedAt: number): void {
    this.#performActions(this.#runner.proceed(openedAt));
  }

  received(bytes: Uint8Array): void {
    if (!this.#isOver) this.#performActions(this.#runner.received(CLIENT, bytes, this.#now));
  }

  /** Called when the client has disconnected, or when the check is over. */
  closed(): void {
    if (!this.#isOver) this.#performActions(this.#runner.closed(CLIENT, undefined, this.#now));
    // A dialogue may still wait for silence; a client that has disconnected is silent.
    while (!this.#isOver) this.#performActions(this.#runner.proceed(Number.POSITIVE_INFINITY));
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #nextRunner(scope: DialogueVariables): ScriptRunner {
    return new ScriptRunner({
      statements: this.#script[this.#verdicts.length]?.dialogue ?? [],
      adapter: this.#catalogue.adapter,
      scope,
      timeouts: this.#options.timeouts,
      clients: this.#clients,
      transcript: this.#transcript,
    });
  }

  #performActions(actions: readonly TestConnectionAction[]): void {
    this.#cancelTimer?.();
    for (let pending = actions; ; pending = this.#runner.proceed(this.#now)) {
      for (const action of pending) {
        if (action.kind === 'send') this.#connection.send(action.bytes);
        if (action.kind === 'disconnect') this.#connection.close();
      }
      const { verdict, scope, deadline } = this.#runner;
      if (verdict === undefined) {
        this.#setTimer(deadline);
        return;
      }
      this.#verdicts.push(verdict);
      if (verdict.kind !== 'kept' || this.#verdicts.length === this.#script.length) {
        this.#end();
        return;
      }
      this.#runner = this.#nextRunner(scope);
    }
  }

  #setTimer(deadline: number | undefined): void {
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return;
    const { clock } = this.#options;
    this.#cancelTimer = clock.at(deadline, () => this.#performActions(this.#runner.proceed(this.#now)));
  }

  #end(): void {
    this.#isOver = true;
    this.#connection.close();
    this.#options.report(this.#script.map((_clause, index) => this.#verdicts[index] ?? CONVERSATION_OVER));
  }
}
