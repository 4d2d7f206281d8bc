import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { Clause, Variant } from '../protocols/conformance/clause.ts';
import type { ServerClauses } from '../protocols/conformance/conformance.ts';
import type { Statement } from '../protocols/conformance/dialogue/dialogue.ts';
import { ok, problem, type Result } from '../result.ts';
import { playScript } from './runner/play-script.ts';
import type { Patience } from './runner/script.ts';
import { ScriptRunner } from './runner/script-runner.ts';
import type { Verdict } from './runner/verdict.ts';

export interface Checked extends Omit<Clause, 'dialogue'> {
  readonly verdict: Verdict;
}

export interface CheckOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly patience: Patience;
  /** A name that no other client has: lower-case letters, at most 20. */
  readonly newName: () => string;
}

/** The clients that can take part in a dialogue. */
const CLIENTS = ['ann', 'bob', 'cat'] as const;

/**
 * Examines a server clause by clause, each over connections of its own. The problem is one clear line: nothing listens
 * there, or a server of something else.
 */
export async function checkServer(
  catalogue: ServerClauses,
  options: CheckOptions,
): Promise<Result<readonly Checked[]>> {
  const found = await findVariant(catalogue, options);
  if (!found.ok) return found;
  const { variant, greeting } = found.value;
  const [first] = variant.clauses;
  const checked = first === undefined || greeting === undefined ? [] : [judged(first, greeting.verdict, variant)];
  let slowest = greeting?.runner.slowest ?? 0;
  let hasFlooded = false;
  for (const clause of variant.clauses.slice(checked.length)) {
    if (hasFlooded) {
      checked.push(judged(clause, FLOODED, variant));
      continue;
    }
    const patient = { ...options, patience: slowedBy(slowest, options.patience) };
    const { verdict, runner } = await play(clause.dialogue, variant, catalogue, patient);
    checked.push(judged(clause, verdict, variant));
    slowest = Math.max(slowest, runner.slowest);
    hasFlooded = verdict.kind === 'not reached' && verdict.cause === 'flood';
  }
  return ok(checked);
}

/** A server that has flooded us once does it again; each time would cost the whole patience. */
const FLOODED: Verdict = { kind: 'not reached', reason: 'the server had flooded us before', cause: 'flood' };

interface Played {
  readonly verdict: Verdict;
  readonly runner: ScriptRunner;
}

interface Found {
  readonly variant: Variant;
  /**
   * What became of its first clause, where that is how it was found. It is not played twice, so that not even a place
   * that is never free again is taken.
   */
  readonly greeting: Played | undefined;
}

/** Silence has to last so many times longer than the slowest answer. */
const SURE = 2;

/** A server that answers slowly does wrong slowly, too. */
const slowedBy = (slowest: number, { answer, silence }: Patience): Patience => ({
  answer,
  silence: Math.max(silence, Math.min(answer, SURE * slowest)),
});

/** The first variant whose probe comes about; else the first of which any message is understood. */
async function findVariant(catalogue: ServerClauses, options: CheckOptions): Promise<Result<Found>> {
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
  { language }: Variant,
  { size }: ServerClauses,
  options: CheckOptions,
): Promise<Played> {
  const names = new Map(CLIENTS.map((who) => [who as string, options.newName()]));
  const scope = { names, size, seats: {}, colors: language.colors };
  const runner = new ScriptRunner({ statements, language, scope, patience: options.patience });
  return { verdict: await playScript(runner, { ...options, language }), runner };
}

const judged = ({ title, section }: Clause, verdict: Verdict, { note }: Variant): Checked => ({
  title,
  section,
  verdict: verdict.kind === 'kept' && note !== undefined ? { ...verdict, notes: [note, ...verdict.notes] } : verdict,
});
