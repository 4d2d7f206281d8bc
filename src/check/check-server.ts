import type { Dial } from '../client/wire.ts';
import type { Clock } from '../clock.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Catalogue } from './catalogue.ts';
import { perform } from './perform.ts';
import { type Patience, Referee } from './referee.ts';
import type { Clause, Way } from './scenario.ts';
import type { Verdict } from './verdict.ts';

export interface Checked extends Omit<Clause, 'dialogue'> {
  readonly verdict: Verdict;
}

export interface CheckOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly patience: Patience;
  /** A name that nobody has: lower-case letters, at most 20. */
  readonly newName: () => string;
}

/** Who can take part in a dialogue. */
const CAST = ['ann', 'bob', 'cat'] as const;

/**
 * Examines a server clause by clause, each over connections of its own. The problem is one clear line: nobody is there,
 * or somebody who speaks something else.
 */
export async function checkServer(catalogue: Catalogue, options: CheckOptions): Promise<Result<readonly Checked[]>> {
  const found = await wayOf(catalogue, options);
  if (!found.ok) return found;
  const { way, greeting } = found.value;
  const [first, ...others] = way.clauses;
  const checked = first === undefined ? [] : [judged(first, greeting.verdict, way)];
  let { slowest } = greeting.referee;
  let hasFlooded = false;
  for (const clause of others) {
    if (hasFlooded) {
      checked.push(judged(clause, FLOODED, way));
      continue;
    }
    const patient = { ...options, patience: slowedBy(slowest, options.patience) };
    const { verdict, referee } = await examine(clause, way, catalogue, patient);
    checked.push(judged(clause, verdict, way));
    slowest = Math.max(slowest, referee.slowest);
    hasFlooded = verdict.kind === 'not reached' && verdict.cause === 'flood';
  }
  return ok(checked);
}

/** Whoever floods once does it again; each time would cost the whole patience. */
const FLOODED: Verdict = { kind: 'not reached', reason: 'the server had flooded us before', cause: 'flood' };

interface Played {
  readonly verdict: Verdict;
  readonly referee: Referee;
}

interface Found {
  readonly way: Way;
  /** What became of its first clause; it is not played twice, so that not even a place that is never free again is taken. */
  readonly greeting: Played;
}

/** Silence has to last so many times longer than the slowest answer. */
const SURE = 2;

/** Who answers slowly does wrong slowly, too. */
const slowedBy = (slowest: number, { answer, silence }: Patience): Patience => ({
  answer,
  silence: Math.max(silence, Math.min(answer, SURE * slowest)),
});

/** The first way in which the greeting is understood as it should be; else the first in which anything is. */
async function wayOf(catalogue: Catalogue, options: CheckOptions): Promise<Result<Found>> {
  let reason = `what answers there does not speak ${catalogue.protocol}`;
  let understood: Found | undefined;
  for (const way of catalogue.ways) {
    const [greeting] = way.clauses;
    if (greeting === undefined) continue;
    const played = await examine(greeting, way, catalogue, options);
    const { verdict, referee } = played;
    if (verdict.kind === 'kept') return ok({ way, greeting: played });
    if (verdict.kind === 'not reached') reason = verdict.reason;
    if (referee.understood) understood ??= { way, greeting: played };
  }
  return understood === undefined ? problem(reason) : ok(understood);
}

async function examine(
  { dialogue }: Clause,
  { language }: Way,
  { size }: Catalogue,
  options: CheckOptions,
): Promise<Played> {
  const names = new Map(CAST.map((who) => [who as string, options.newName()]));
  const scope = { names, size, seats: {}, colors: language.colors };
  const referee = new Referee({ statements: dialogue, language, scope, patience: options.patience });
  return { verdict: await perform(referee, { ...options, language }), referee };
}

const judged = ({ title, section }: Clause, verdict: Verdict, { note }: Way): Checked => ({
  title,
  section,
  verdict: verdict.kind === 'kept' && note !== undefined ? { ...verdict, notes: [note, ...verdict.notes] } : verdict,
});
