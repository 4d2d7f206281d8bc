import { ok, problem, type Result } from '../../result.ts';
import type { EngineChoice, Situation } from '../engine.ts';
import { moveLimit, timeAfter } from '../engine-time-margins.ts';
import type { EngineTimeouts } from '../engine-timeouts.ts';
import type { ExternalEngine } from '../external-engine.ts';
import type { EngineLog, LineBasedProgram } from '../line-based-program.ts';
import { GtpController, type GtpExchange, type GtpRequest, type GtpResponse } from './gtp-controller.ts';
import { GtpResponseReader } from './gtp-response-reader.ts';

/** The number of unrelated lines that are logged per answer. */
const MOST_NOISE = 100;

/** Plays Go over GTP: sends the moves that the program does not know yet, and asks for a move. */
export class GtpEngine implements ExternalEngine {
  readonly kind = 'gtp';
  readonly #program: LineBasedProgram;
  readonly #responses: GtpResponseReader;
  readonly #log: EngineLog;
  readonly #patience: EngineTimeouts;
  readonly #controller: GtpController;

  private constructor(program: LineBasedProgram, session: GtpResponseReader, log: EngineLog, patience: EngineTimeouts) {
    this.#program = program;
    this.#responses = session;
    this.#log = log;
    this.#patience = patience;
    this.#controller = new GtpController({ name: program.name, log, margins: patience, now: () => program.now() });
  }

  /** Queries the name and the commands of a program; `session` has read its first lines. */
  static async open(
    program: LineBasedProgram,
    log: EngineLog,
    patience: EngineTimeouts,
    session: GtpResponseReader = new GtpResponseReader(),
  ): Promise<Result<GtpEngine>> {
    const engine = new GtpEngine(program, session, log, patience);
    const met = await engine.#carryOut(engine.#controller.meet());
    if (met.ok) return ok(engine);
    await engine.close();
    return met;
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
    await this.#program.stop(`${this.#responses.ask(['quit']).line}\n`);
  }

  async #carryOut<Value>(dialogue: GtpExchange<Value>): Promise<Result<Value>> {
    const asked = this.#program.now();
    let step = dialogue.next();
    while (!step.done) {
      const response = await this.#ask(step.value, this.#program.now() - asked);
      if (!response.ok) return response;
      step = dialogue.next(response.value);
    }
    return ok(step.value);
  }

  /** `spent`: milliseconds since the dialogue began. */
  async #ask({ command, movesFor }: GtpRequest, spent: number): Promise<Result<GtpResponse>> {
    const { setUp, move } = this.#patience;
    const limit = movesFor === undefined ? setUp : moveLimit(timeAfter(movesFor, spent), this.#patience, move);
    const { id, line } = this.#responses.ask(command);
    const deadline = this.#program.now() + limit;
    this.#program.write(`${line}\n`);
    let noise = 0;
    for (;;) {
      const said = await this.#program.line(deadline);
      if (!said.ok) return problem(`${said.problem} (to ${command.join(' ')})`);
      const output = this.#responses.read(said.value);
      if (output?.kind === 'answer' && output.id === id) return ok(output);
      if (output === undefined || output.kind === 'answer') continue;
      noise++;
      if (noise <= MOST_NOISE) this.#log(`${this.name} says unasked: ${output.text.slice(0, 200)}`);
    }
  }
}
