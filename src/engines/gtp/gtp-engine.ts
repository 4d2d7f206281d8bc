import { ok, problem, type Result } from '../../result.ts';
import type { EngineChoice, Situation } from '../engine.ts';
import { moveLimit, timeAfter } from '../engine-time-limits.ts';
import type { EngineTimeouts } from '../engine-timeouts.ts';
import type { ExternalEngine } from '../external-engine.ts';
import type { EngineLog, LineBasedProgram } from '../line-based-program.ts';
import {
  type GtpCoroutine,
  GtpEngineController,
  type GtpResponse,
  type NextGtpCommand,
} from './gtp-engine-controller.ts';
import { GtpResponseMatcher } from './gtp-response-matcher.ts';

/** The number of unrelated lines that are logged per answer. */
const MOST_LOGGED = 100;

/** A program that plays Go over GTP. A `GtpEngineController` decides which commands it gets. */
export class GtpEngine implements ExternalEngine {
  readonly kind = 'gtp';
  readonly #program: LineBasedProgram;
  readonly #responses: GtpResponseMatcher;
  readonly #log: EngineLog;
  readonly #timeouts: EngineTimeouts;
  readonly #controller: GtpEngineController;

  private constructor(
    program: LineBasedProgram,
    responses: GtpResponseMatcher,
    log: EngineLog,
    timeouts: EngineTimeouts,
  ) {
    this.#program = program;
    this.#responses = responses;
    this.#log = log;
    this.#timeouts = timeouts;
    this.#controller = new GtpEngineController({
      name: program.name,
      log,
      margins: timeouts,
      now: () => program.now(),
    });
  }

  /** Queries the name and the commands of a program. `responses` has read its first lines. */
  static async open(
    program: LineBasedProgram,
    log: EngineLog,
    timeouts: EngineTimeouts,
    responses: GtpResponseMatcher = new GtpResponseMatcher(),
  ): Promise<Result<GtpEngine>> {
    const engine = new GtpEngine(program, responses, log, timeouts);
    const identified = await engine.#carryOut(engine.#controller.identify());
    if (identified.ok) return ok(engine);
    await engine.close();
    return identified;
  }

  get name(): string {
    return this.#controller.name;
  }

  async choose(situation: Situation): Promise<Result<EngineChoice>> {
    if (situation.game !== 'go') return problem(`${this.name} speaks GTP and plays Go only`);
    const choice = await this.#carryOut(this.#controller.choose(situation));
    return choice.ok ? choice.value : choice;
  }

  accepts(size: number): Promise<Result<boolean>> {
    return this.#carryOut(this.#controller.accepts(size));
  }

  async close(): Promise<void> {
    await this.#program.stop(`${this.#responses.makeRequest(['quit']).line}\n`);
  }

  async #carryOut<Value>(coroutine: GtpCoroutine<Value>): Promise<Result<Value>> {
    const startedAt = this.#program.now();
    let step = coroutine.next();
    while (!step.done) {
      const response = await this.#request(step.value, this.#program.now() - startedAt);
      if (!response.ok) return response;
      step = coroutine.next(response.value);
    }
    return ok(step.value);
  }

  /** `spent`: milliseconds since the coroutine was started. */
  async #request({ command, movesFor }: NextGtpCommand, spent: number): Promise<Result<GtpResponse>> {
    const { setUp, move } = this.#timeouts;
    const limit = movesFor === undefined ? setUp : moveLimit(timeAfter(movesFor, spent), this.#timeouts, move);
    const { id, line } = this.#responses.makeRequest(command);
    const deadline = this.#program.now() + limit;
    this.#program.write(`${line}\n`);
    let noise = 0;
    for (;;) {
      const outputLine = await this.#program.line(deadline);
      if (!outputLine.ok) return problem(`${outputLine.problem} (to ${command.join(' ')})`);
      const output = this.#responses.read(outputLine.value);
      if (output?.kind === 'answer' && output.id === id) return ok(output);
      if (output === undefined || output.kind === 'answer') continue;
      noise++;
      if (noise <= MOST_LOGGED) this.#log(`${this.name} sends without a request: ${output.text.slice(0, 200)}`);
    }
  }
}
