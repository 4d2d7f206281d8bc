import type { ConnectionHandlers, TcpConnection } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import type { CheckedClause } from './check-server.ts';
import { ClientScriptRun } from './client-script-run.ts';
import type { DialogueTimeouts } from './runner/script.ts';
import type { Verdict } from './runner/verdict.ts';

export interface ClientCheckOptions {
  readonly clock: Clock;
  readonly timeouts: DialogueTimeouts;
  /** Called when all scripts were played, or when the client did not connect again. */
  readonly done: (checked: readonly CheckedClause[]) => void;
}

/** A client that has sent a flood once does so again, and each flood would last for the whole timeout. */
const FLOODED: Verdict = {
  kind: 'not reached',
  reason: 'the client sent too many messages in an earlier clause',
  cause: 'flood',
};

const NOT_CONNECTED: Verdict = { kind: 'not reached', reason: 'the client did not connect again', cause: 'no call' };

/**
 * Checks a client by playing the server. Each connection of the client gets the next script, which is checked clause by
 * clause. The check ends when all scripts were played, or when the client does not connect again. A script starts with
 * the first byte of the client, or after a timeout. The timeout is short if the server sends the first message. Port
 * scans and health checks close their connections before that.
 */
export class ClientChecker {
  readonly #catalogue: ClientClauses;
  readonly #options: ClientCheckOptions;
  readonly #checked: CheckedClause[] = [];
  /** Connections that have sent nothing yet, with the time when each was opened. */
  readonly #silent = new Map<TcpConnection, number>();
  #nextScript = 0;
  #current: { readonly connection: TcpConnection; readonly run: ClientScriptRun } | undefined;
  /**
   * Whether the client has not connected for too long. A script may still start on a connection that is already open.
   */
  #isOverdue = false;
  #cancelTimer: (() => void) | undefined;
  #hasFlooded = false;
  #isOver = false;

  constructor(catalogue: ClientClauses, options: ClientCheckOptions) {
    this.#catalogue = catalogue;
    this.#options = options;
  }

  /** Called for each new connection. */
  accept(connection: TcpConnection): ConnectionHandlers {
    const { clock, timeouts } = this.#options;
    const openedAt = clock.now();
    this.#silent.set(connection, openedAt);
    const wait = this.#serverSendsFirst ? timeouts.silence : timeouts.answer;
    const cancel = clock.at(openedAt + wait, () => this.#current ?? this.#startScript(connection));
    return {
      connected() {},
      received: (bytes) => {
        cancel();
        this.#startScript(connection);
        if (this.#current?.connection === connection) this.#current.run.received(bytes);
      },
      closed: () => {
        cancel();
        this.#silent.delete(connection);
        if (this.#current?.connection === connection) this.#currentClosed(this.#current.run);
        else if (this.#isOverdue) this.#endUnlessRecentlyOpened();
      },
    };
  }

  /** Whether the first message of the next script is from the server. Then the client may be waiting for it. */
  get #serverSendsFirst(): boolean {
    return this.#catalogue.scripts[this.#nextScript]?.[0]?.dialogue[0]?.kind === 'send';
  }

  /** Ends the check early. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer?.();
    this.#current?.run.closed();
    for (const connection of this.#silent.keys()) connection.close();
    for (const script of this.#catalogue.scripts.slice(this.#nextScript)) {
      for (const index of script.keys()) this.#addVerdict(script, index, this.#hasFlooded ? FLOODED : NOT_CONNECTED);
    }
    this.#options.done(this.#checked);
  }

  /**
   * Starts the next script on a connection that has sent nothing before. While another script runs, or after the last
   * script, the connection is closed instead.
   */
  #startScript(connection: TcpConnection): void {
    const openedAt = this.#silent.get(connection);
    if (openedAt === undefined) return;
    this.#silent.delete(connection);
    const script = this.#catalogue.scripts[this.#nextScript];
    if (this.#isOver || this.#current !== undefined || script === undefined) {
      connection.close();
      return;
    }
    this.#cancelTimer?.();
    this.#isOverdue = false;
    this.#nextScript++;
    const run = new ClientScriptRun(this.#catalogue, script, connection, {
      ...this.#options,
      report: (verdicts) => {
        for (const [index, verdict] of verdicts.entries()) {
          this.#addVerdict(script, index, verdict);
          this.#hasFlooded ||= verdict.kind === 'not reached' && verdict.cause === 'flood';
        }
        if (this.#hasFlooded) this.end();
      },
    });
    this.#current = { connection, run };
    run.start(openedAt);
  }

  #currentClosed(run: ClientScriptRun): void {
    run.closed();
    this.#current = undefined;
    if (this.#nextScript >= this.#catalogue.scripts.length) {
      this.end();
      return;
    }
    const { clock, timeouts } = this.#options;
    this.#cancelTimer = clock.at(clock.now() + timeouts.answer, () => {
      this.#isOverdue = true;
      this.#endUnlessRecentlyOpened();
    });
  }

  #endUnlessRecentlyOpened(): void {
    const { clock, timeouts } = this.#options;
    const isRecent = (openedAt: number): boolean => clock.now() < openedAt + timeouts.answer;
    if (![...this.#silent.values()].some(isRecent)) this.end();
  }

  #addVerdict(script: ClientClauses['scripts'][number], index: number, verdict: Verdict): void {
    const clause = script[index];
    if (clause !== undefined) this.#checked.push({ title: clause.title, section: clause.section, verdict });
  }
}
