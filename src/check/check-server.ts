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
  readonly patience: DialogueTimeouts;
  /** Returns a name that no other client uses: lower-case letters, at most 10. */
  readonly newName: () => string;
  /** Why the check has to end, once it has to: the clauses from then on are not reached, for this reason. */
  readonly stopped?: () => string | undefined;
}

/** The names of clients in a dialogue. */
const CLIENTS = ['ann', 'bob', 'cat'] as const;

type Names = ReadonlyMap<string, string>;

const newNames = ({ newName }: ServerCheckOptions): Names => new Map(CLIENTS.map((who) => [who, newName()]));

const always = (names: Names) => (): Names => names;

interface PlayOptions extends ServerCheckOptions {
  /** The names for the next dialogue. */
  readonly newNames: () => Names;
}

/**
 * Checks a server clause by clause, each clause over new connections. The problem is one line: no server, or a server
 * of another protocol.
 */
export async function checkServer(
  catalogue: ServerClauses,
  given: ServerCheckOptions,
): Promise<Result<readonly CheckedClause[]>> {
  const options = { ...given, newNames: catalogue.keepsNames ? always(newNames(given)) : () => newNames(given) };
  const found = await findVariant(catalogue, options);
  if (!found.ok) return found;
  const { variant, greeting } = found.value;
  const [first] = variant.clauses;
  const checked = first === undefined || greeting === undefined ? [] : [judged(first, greeting.verdict, variant)];
  let slowest = greeting?.runner.slowest ?? 0;
  let hasFlooded = false;
  for (const clause of variant.clauses.slice(checked.length)) {
    const before = options.stopped?.();
    if (hasFlooded || before !== undefined) {
      checked.push(judged(clause, before === undefined ? FLOODED : { kind: 'not reached', reason: before }, variant));
      continue;
    }
    const patient = { ...options, patience: slowedBy(slowest, options.patience) };
    const { verdict, runner } = await play(clause.dialogue, variant, catalogue, patient);
    const during = options.stopped?.();
    checked.push(judged(clause, during === undefined ? verdict : { kind: 'not reached', reason: during }, variant));
    slowest = Math.max(slowest, runner.slowest);
    hasFlooded = verdict.kind === 'not reached' && verdict.cause === 'flood';
  }
  return ok(checked);
}

/** A server that has sent a flood once does so again, and each time would cost the whole patience. */
const FLOODED: Verdict = { kind: 'not reached', reason: 'the server had flooded us before', cause: 'flood' };

interface Played {
  readonly verdict: Verdict;
  readonly runner: ScriptRunner;
}

interface Found {
  readonly variant: ProtocolVariant;
  /**
   * The result of the first clause, if the variant was detected with it. The clause is not played twice, because it
   * might occupy a place on the server that is never freed.
   */
  readonly greeting: Played | undefined;
}

/** The wait for silence, as a multiple of the slowest answer. */
const SURE = 2;

/** If answers are slow, unexpected messages are slow, too. */
const slowedBy = (slowest: number, { answer, silence }: DialogueTimeouts): DialogueTimeouts => ({
  answer,
  silence: Math.max(silence, Math.min(answer, SURE * slowest)),
});

/** The first variant whose probe succeeds; otherwise the first one of which any message was understood. */
async function findVariant(catalogue: ServerClauses, options: PlayOptions): Promise<Result<Found>> {
  let reason = `what answers there does not speak ${catalogue.protocol}`;
  let understood: Found | undefined;
  for (const variant of catalogue.variants) {
    const probe = variant.probe ?? variant.clauses[0]?.dialogue ?? [];
    const played = await play(probe, variant, catalogue, options);
    const found = { variant, greeting: variant.probe === undefined ? played : undefined };
    if (played.verdict.kind === 'kept') return ok(found);
    if (played.verdict.kind === 'not reached') reason = played.verdict.reason;
    if (played.runner.understood) understood ??= found;
  }
  return understood === undefined ? problem(reason) : ok(understood);
}

async function play(
  statements: readonly Statement[],
  { language }: ProtocolVariant,
  { size }: ServerClauses,
  options: PlayOptions,
): Promise<Played> {
  const scope = { names: options.newNames(), size, seats: {}, colors: language.colors };
  const runner = new ScriptRunner({ statements, language, scope, patience: options.patience });
  return { verdict: await playServerScript(runner, { ...options, language }), runner };
}

const judged = ({ title, section }: Clause, verdict: Verdict, { note }: ProtocolVariant): CheckedClause => ({
  title,
  section,
  verdict: verdict.kind === 'kept' && note !== undefined ? { ...verdict, notes: [note, ...verdict.notes] } : verdict,
});
