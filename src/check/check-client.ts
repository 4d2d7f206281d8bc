import type { Ear, Wire } from '../client/wire.ts';
import type { Clock } from '../clock.ts';
import type { Checked } from './check-server.ts';
import type { ClientCatalogue } from './client-catalogue.ts';
import { Guest } from './guest.ts';
import { type Order, type Patience, Referee } from './referee.ts';
import type { Scope } from './scope.ts';
import type { Verdict } from './verdict.ts';

export interface ClientCheckOptions {
  readonly clock: Clock;
  readonly patience: Patience;
  /** Everything has been examined that there was to examine. */
  readonly done: (checked: readonly Checked[]) => void;
}

/** The only guest of a scripted server, in the words of its dialogues. */
const CLIENT = 'client';
const RIVAL = 'rival';

/** What stands in for an opponent who is no program. */
const RIVAL_NAME = 'rival';

/**
 * A scripted server: each call of the client is led through the next of its scripts, clause by clause. It is done when
 * the scripts are, or when the client does not call again.
 */
export class ClientExamination {
  readonly #catalogue: ClientCatalogue;
  readonly #options: ClientCheckOptions;
  readonly #checked: Checked[] = [];
  #script = 0;
  #call: Call | undefined;
  #cancelWait: (() => void) | undefined;
  #isOver = false;

  constructor(catalogue: ClientCatalogue, options: ClientCheckOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  /** Somebody calls; a second caller, or one too many, is sent away. */
  answer(wire: Wire): Ear {
    this.#cancelWait?.();
    const script = this.#catalogue.scripts[this.#script];
    if (this.#isOver || this.#call !== undefined || script === undefined) {
      wire.close();
      return { connected() {}, received() {}, gone() {} };
    }
    this.#script++;
    const { language, size, stones } = this.#catalogue;
    const names = new Map([[RIVAL, RIVAL_NAME]]);
    const scope: Scope = { names, size, seats: {}, colors: language.colors, stones };
    const call = new Call(this.#catalogue, script, scope, this.#options, wire, (verdicts) => {
      for (const [index, verdict] of verdicts.entries()) this.#note(script, index, verdict);
    });
    this.#call = call;
    call.begin();
    return {
      connected() {},
      received: (bytes) => call.received(bytes),
      gone: () => {
        call.gone();
        this.#call = undefined;
        this.#awaitNext();
      },
    };
  }

  /** Ends the examination as far as it has come. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelWait?.();
    this.#call?.gone();
    for (const script of this.#catalogue.scripts.slice(this.#script)) {
      for (const index of script.keys()) this.#note(script, index, NO_CALL);
    }
    this.#options.done(this.#checked);
  }

  #awaitNext(): void {
    if (this.#script >= this.#catalogue.scripts.length) {
      this.end();
      return;
    }
    const { clock, patience } = this.#options;
    this.#cancelWait = clock.at(clock.now() + patience.answer, () => this.end());
  }

  #note(script: ClientCatalogue['scripts'][number], index: number, verdict: Verdict): void {
    const clause = script[index];
    if (clause !== undefined) this.#checked.push({ title: clause.title, section: clause.section, verdict });
  }
}

const NO_CALL: Verdict = { kind: 'not reached', reason: 'the client did not call again', cause: 'no call' };
const ENDED: Verdict = { kind: 'not reached', reason: 'the conversation was over before' };

/** One call: a script whose clauses follow each other. */
class Call {
  readonly #catalogue: ClientCatalogue;
  readonly #script: ClientCatalogue['scripts'][number];
  readonly #options: ClientCheckOptions;
  readonly #wire: Wire;
  readonly #report: (verdicts: readonly Verdict[]) => void;
  readonly #guests: Map<string, Guest>;
  readonly #story: string[] = [];
  readonly #verdicts: Verdict[] = [];
  #referee: Referee;
  #cancelAlarm: (() => void) | undefined;
  #isOver = false;

  constructor(
    catalogue: ClientCatalogue,
    script: ClientCatalogue['scripts'][number],
    scope: Scope,
    options: ClientCheckOptions,
    wire: Wire,
    report: (verdicts: readonly Verdict[]) => void,
  ) {
    this.#catalogue = catalogue;
    this.#script = script;
    this.#options = options;
    this.#wire = wire;
    this.#report = report;
    const guest = new Guest();
    guest.state = 'connected';
    this.#guests = new Map([[CLIENT, guest]]);
    this.#referee = this.#nextReferee(scope);
  }

  begin(): void {
    this.#carryOut(this.#referee.proceed(this.#now));
  }

  received(bytes: Uint8Array): void {
    if (!this.#isOver) this.#carryOut(this.#referee.heard(CLIENT, bytes, this.#now));
  }

  /** The client has hung up, or is not waited for any more. */
  gone(): void {
    if (!this.#isOver) this.#carryOut(this.#referee.closed(CLIENT, undefined, this.#now));
    // Silence is waited for even then; a client that is gone keeps it.
    while (!this.#isOver) this.#carryOut(this.#referee.proceed(Number.POSITIVE_INFINITY));
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #nextReferee(scope: Scope): Referee {
    const { language } = this.#catalogue;
    const statements = this.#script[this.#verdicts.length]?.dialogue ?? [];
    const { patience } = this.#options;
    return new Referee({
      statements,
      language,
      scope,
      patience,
      side: 'server',
      guests: this.#guests,
      story: this.#story,
    });
  }

  #carryOut(orders: readonly Order[]): void {
    this.#cancelAlarm?.();
    for (let next = orders; ; next = this.#referee.proceed(this.#now)) {
      for (const order of next) {
        if (order.kind === 'say') this.#wire.send(order.bytes);
        if (order.kind === 'hang up') this.#wire.close();
      }
      const { verdict, scope, deadline } = this.#referee;
      if (verdict === undefined) {
        this.#setAlarm(deadline);
        return;
      }
      this.#verdicts.push(verdict);
      if (verdict.kind !== 'kept' || this.#verdicts.length === this.#script.length) {
        this.#end();
        return;
      }
      this.#referee = this.#nextReferee(scope);
    }
  }

  #setAlarm(deadline: number | undefined): void {
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return;
    const { clock } = this.#options;
    this.#cancelAlarm = clock.at(deadline, () => this.#carryOut(this.#referee.proceed(this.#now)));
  }

  #end(): void {
    this.#isOver = true;
    this.#wire.close();
    this.#report(this.#script.map((_clause, index) => this.#verdicts[index] ?? ENDED));
  }
}
