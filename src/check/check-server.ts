import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ServerClauses } from '../protocols/conformance/conformance-suite.ts';
import type { Statement } from '../protocols/conformance/dialogue/dialogue.ts';
import type { Clause, ProtocolVariant } from '../protocols/conformance/parse-clauses.ts';
import { ok, problem, type Result } from '../result.ts';
import { playServerScript } from './runner/play-server-script.ts';
import type { DialogueTimeouts } from './runner/script.ts';
import { ScriptRunner } from './runner/script-runner.ts';
import type { Verdict } from './runner/verdict.ts';

export interface CheckedClause extends Omit<Clause, 'dialogue'> {
  readonly verdict: Verdict;
}

export interface ServerCheckOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly timeouts: DialogueTimeouts;
  /** Returns a name that no other client uses: lower-case letters, at most 10. */
  readonly newName: () => string;
  /**
   * The reason why the check must end. Undefined: it may continue. The remaining clauses are not reached for this
   * reason.
   */
  readonly stopReason?: () => string | undefined;
}

/** The names of clients in a dialogue. */
const CLIENTS = ['ann', 'bob', 'cat'] as const;

type Names = ReadonlyMap<string, string>;

const newNames = ({ newName }: ServerCheckOptions): Names => new Map(CLIENTS.map((who) => [who, newName()]));

interface PlayOptions extends ServerCheckOptions {
  /** The names for the next dialogue. */
  readonly newNames: () => Names;
}

/**
 * Checks a server clause by clause, each clause over new connections. If no server of the protocol answers, the result
 * is a problem of one line.
 */
export async function checkServer(
  catalogue: ServerClauses,
  serverOptions: ServerCheckOptions,
): Promise<Result<readonly CheckedClause[]>> {
  const names = catalogue.keepsNames ? newNames(serverOptions) : undefined;
  const options = { ...serverOptions, newNames: () => names ?? newNames(serverOptions) };
  const found = await findVariant(catalogue, options);
  if (!found.ok) return found;
  const { variant, firstPlayed } = found.value;
  const [first] = variant.clauses;
  const checked =
    first === undefined || firstPlayed === undefined ? [] : [checkedClause(first, firstPlayed.verdict, variant)];
  let slowest = firstPlayed?.runner.slowestAnswer ?? 0;
  let hasFlooded = false;
  for (const clause of variant.clauses.slice(checked.length)) {
    const reasonBefore = options.stopReason?.();
    if (hasFlooded || reasonBefore !== undefined) {
      const skipped: Verdict = reasonBefore === undefined ? FLOODED : { kind: 'not reached', reason: reasonBefore };
      checked.push(checkedClause(clause, skipped, variant));
      continue;
    }
    const adapted = { ...options, timeouts: adaptTimeouts(slowest, options.timeouts) };
    const { verdict, runner } = await play(clause.dialogue, variant, catalogue, adapted);
    const reason = options.stopReason?.();
    checked.push(checkedClause(clause, reason === undefined ? verdict : { kind: 'not reached', reason }, variant));
    slowest = Math.max(slowest, runner.slowestAnswer);
    hasFlooded = verdict.kind === 'not reached' && verdict.cause === 'flood';
  }
  return ok(checked);
}

/** A server that has sent a flood once does so again, and each flood would last for the whole timeout. */
const FLOODED: Verdict = {
  kind: 'not reached',
  reason: 'the server sent too many messages in an earlier clause',
  cause: 'flood',
};

interface PlayedDialogue {
  readonly verdict: Verdict;
  readonly runner: ScriptRunner;
}

interface FoundVariant {
  readonly variant: ProtocolVariant;
  /**
   * The result of the first clause, if it was used to detect the variant. The clause is not played again, because it
   * might occupy a place on the server that is never freed.
   */
  readonly firstPlayed: PlayedDialogue | undefined;
}

/** The timeout for silence, as a multiple of the time of the slowest answer. */
const SILENCE_FACTOR = 2;

/** Waits longer for silence if the answers are slow: then unexpected messages are slow, too. */
const adaptTimeouts = (slowest: number, { answer, silence }: DialogueTimeouts): DialogueTimeouts => ({
  answer,
  silence: Math.max(silence, Math.min(answer, SILENCE_FACTOR * slowest)),
});

/**
 * Returns the first variant whose probe succeeds. If no probe succeeds, returns the first variant of which a message
 * was understood.
 */
async function findVariant(catalogue: ServerClauses, options: PlayOptions): Promise<Result<FoundVariant>> {
  let reason = `the server does not speak ${catalogue.protocol}`;
  let understood: FoundVariant | undefined;
  for (const variant of catalogue.variants) {
    const probe = variant.probe ?? variant.clauses[0]?.dialogue ?? [];
    const played = await play(probe, variant, catalogue, options);
    const found = { variant, firstPlayed: variant.probe === undefined ? played : undefined };
    if (played.verdict.kind === 'kept') return ok(found);
    if (played.verdict.kind === 'not reached') reason = played.verdict.reason;
    if (played.runner.hasUnderstood) understood ??= found;
  }
  return understood === undefined ? problem(reason) : ok(understood);
}

async function play(
  statements: readonly Statement[],
  { adapter }: ProtocolVariant,
  { size }: ServerClauses,
  options: PlayOptions,
): Promise<PlayedDialogue> {
  const scope = { names: options.newNames(), size, seats: {}, colors: adapter.colors };
  const runner = new ScriptRunner({ statements, adapter, scope, timeouts: options.timeouts });
  return { verdict: await playServerScript(runner, { ...options, adapter }), runner };
}

const checkedClause = ({ title, section }: Clause, verdict: Verdict, { note }: ProtocolVariant): CheckedClause => ({
  title,
  section,
  verdict: verdict.kind === 'kept' && note !== undefined ? { ...verdict, notes: [note, ...verdict.notes] } : verdict,
});
