import type { ConnectionHandlers, TcpConnection } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import type { CheckedClause } from './check-server.ts';
import { ClientScriptRun } from './client-script-run.ts';
import type { DialogueTimeouts } from './runner/script.ts';
import type { Verdict } from './runner/verdict.ts';

export interface ClientCheckOptions {
  readonly clock: Clock;
  readonly patience: DialogueTimeouts;
  /** Called when all scripts were played, or the client did not connect again. */
  readonly done: (checked: readonly CheckedClause[]) => void;
}

/** A client that has sent a flood once does so again, and each time would cost the whole patience. */
const FLOODED: Verdict = { kind: 'not reached', reason: 'the client had flooded us before', cause: 'flood' };

const NO_CALL: Verdict = { kind: 'not reached', reason: 'the client did not call again', cause: 'no call' };

/**
 * A scripted server. Each connection of the client gets the next script and is checked clause by clause. The check is
 * done when all scripts were played, or when the client does not connect again. A connection counts from its first
 * byte, or when it has stayed open without a byte for the patience, which is short where the server speaks first; port scans
 * and health checks do neither.
 */
export class ClientChecker {
  readonly #catalogue: ClientClauses;
  readonly #options: ClientCheckOptions;
  readonly #checked: CheckedClause[] = [];
  /** Connections that have sent nothing yet, with the time when each was opened. */
  readonly #silent = new Map<TcpConnection, number>();
  #script = 0;
  #call: { readonly wire: TcpConnection; readonly run: ClientScriptRun } | undefined;
  /** The client has not connected for too long. A connection that is open already may still count. */
  #isOverdue = false;
  #cancelWait: (() => void) | undefined;
  #hasFlooded = false;
  #isOver = false;

  constructor(catalogue: ClientClauses, options: ClientCheckOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  /** Called for each new connection. */
  answer(wire: TcpConnection): ConnectionHandlers {
    const { clock, patience } = this.#options;
    const opened = clock.now();
    this.#silent.set(wire, opened);
    const wait = this.#speaksFirst ? patience.silence : patience.answer;
    const cancel = clock.at(opened + wait, () => this.#call ?? this.#take(wire));
    return {
      connected() {},
      received: (bytes) => {
        cancel();
        this.#take(wire);
        if (this.#call?.wire === wire) this.#call.run.received(bytes);
      },
      closed: () => {
        cancel();
        this.#silent.delete(wire);
        if (this.#call?.wire === wire) this.#callEnded(this.#call.run);
        else if (this.#isOverdue) this.#endUnlessOpen();
      },
    };
  }

  /** The next script begins with words of the server, for which the client waits. */
  get #speaksFirst(): boolean {
    return this.#catalogue.scripts[this.#script]?.[0]?.dialogue[0]?.kind === 'send';
  }

  /** Ends the check early. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelWait?.();
    this.#call?.run.gone();
    for (const wire of this.#silent.keys()) wire.close();
    for (const script of this.#catalogue.scripts.slice(this.#script)) {
      for (const index of script.keys()) this.#note(script, index, this.#hasFlooded ? FLOODED : NO_CALL);
    }
    this.#options.done(this.#checked);
  }

  /**
   * Starts the next script on a silent connection. A second connection at a time, or one after the last script, is
   * closed.
   */
  #take(wire: TcpConnection): void {
    const opened = this.#silent.get(wire);
    if (opened === undefined) return;
    this.#silent.delete(wire);
    const script = this.#catalogue.scripts[this.#script];
    if (this.#isOver || this.#call !== undefined || script === undefined) {
      wire.close();
      return;
    }
    this.#cancelWait?.();
    this.#isOverdue = false;
    this.#script++;
    const run = new ClientScriptRun(this.#catalogue, script, wire, {
      ...this.#options,
      report: (verdicts) => {
        for (const [index, verdict] of verdicts.entries()) {
          this.#note(script, index, verdict);
          this.#hasFlooded ||= verdict.kind === 'not reached' && verdict.cause === 'flood';
        }
        if (this.#hasFlooded) this.end();
      },
    });
    this.#call = { wire, run };
    run.begin(opened);
  }

  #callEnded(run: ClientScriptRun): void {
    run.gone();
    this.#call = undefined;
    if (this.#script >= this.#catalogue.scripts.length) {
      this.end();
      return;
    }
    const { clock, patience } = this.#options;
    this.#cancelWait = clock.at(clock.now() + patience.answer, () => {
      this.#isOverdue = true;
      this.#endUnlessOpen();
    });
  }

  #endUnlessOpen(): void {
    const { clock, patience } = this.#options;
    const isYoung = (opened: number): boolean => clock.now() < opened + patience.answer;
    if (![...this.#silent.values()].some(isYoung)) this.end();
  }

  #note(script: ClientClauses['scripts'][number], index: number, verdict: Verdict): void {
    const clause = script[index];
    if (clause !== undefined) this.#checked.push({ title: clause.title, section: clause.section, verdict });
  }
}
