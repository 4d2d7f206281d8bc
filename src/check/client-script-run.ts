import type { TcpConnection } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import type { DialogueVariables } from '../protocols/conformance/dialogue/dialogue-variables.ts';
import { DialogueClients } from './runner/dialogue-client.ts';
import { DialogueTranscript } from './runner/dialogue-transcript.ts';
import type { DialogueTimeouts, TestClientAction } from './runner/script.ts';
import { ScriptRunner } from './runner/script-runner.ts';
import type { Verdict } from './runner/verdict.ts';

/** The name of the tested client in the dialogues. */
const CLIENT = 'client';
const RIVAL = 'rival';

/** The name of the opponent that the script plays. */
const RIVAL_NAME = 'rival';

const ENDED: Verdict = { kind: 'not reached', reason: 'the conversation was over before' };

interface CallOptions {
  readonly clock: Clock;
  readonly patience: DialogueTimeouts;
  /** Called with one verdict per clause of the script. */
  readonly report: (verdicts: readonly Verdict[]) => void;
}

/** One connection of the tested client: a script whose clauses follow each other. */
export class ClientScriptRun {
  readonly #catalogue: ClientClauses;
  readonly #script: ClientClauses['scripts'][number];
  readonly #wire: TcpConnection;
  readonly #options: CallOptions;
  readonly #participants = new DialogueClients();
  readonly #transcript = new DialogueTranscript('server');
  readonly #verdicts: Verdict[] = [];
  #runner: ScriptRunner;
  #cancelTimer: (() => void) | undefined;
  #isOver = false;

  constructor(
    catalogue: ClientClauses,
    script: ClientClauses['scripts'][number],
    wire: TcpConnection,
    options: CallOptions,
  ) {
    this.#catalogue = catalogue;
    this.#script = script;
    this.#wire = wire;
    this.#options = options;
    this.#participants.get(CLIENT).state = 'connected';
    const { language, size, stones } = catalogue;
    const names = new Map([[RIVAL, RIVAL_NAME]]);
    this.#runner = this.#nextRunner({ names, size, seats: {}, colors: language.colors, stones });
  }

  /** `since` is the time when the client connected, in milliseconds of the clock. */
  begin(since: number): void {
    this.#carryOut(this.#runner.proceed(since));
  }

  received(bytes: Uint8Array): void {
    if (!this.#isOver) this.#carryOut(this.#runner.heard(CLIENT, bytes, this.#now));
  }

  /** The client has disconnected, or the check is over. */
  gone(): void {
    if (!this.#isOver) this.#carryOut(this.#runner.closed(CLIENT, undefined, this.#now));
    // A dialogue may still wait for silence; a client that has disconnected is silent.
    while (!this.#isOver) this.#carryOut(this.#runner.proceed(Number.POSITIVE_INFINITY));
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #nextRunner(scope: DialogueVariables): ScriptRunner {
    return new ScriptRunner({
      statements: this.#script[this.#verdicts.length]?.dialogue ?? [],
      language: this.#catalogue.language,
      scope,
      patience: this.#options.patience,
      participants: this.#participants,
      transcript: this.#transcript,
    });
  }

  #carryOut(actions: readonly TestClientAction[]): void {
    this.#cancelTimer?.();
    for (let next = actions; ; next = this.#runner.proceed(this.#now)) {
      for (const action of next) {
        if (action.kind === 'say') this.#wire.send(action.bytes);
        if (action.kind === 'hang up') this.#wire.close();
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
    this.#cancelTimer = clock.at(deadline, () => this.#carryOut(this.#runner.proceed(this.#now)));
  }

  #end(): void {
    this.#isOver = true;
    this.#wire.close();
    this.#options.report(this.#script.map((_clause, index) => this.#verdicts[index] ?? ENDED));
  }
}
