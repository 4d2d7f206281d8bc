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
  const checked: Checked[] = [];
  let flood: Verdict | undefined;
  for (const [index, clause] of way.clauses.entries()) {
    const verdict = flood ?? (index === 0 ? greeting : (await examine(clause, way, catalogue, options)).verdict);
    if (verdict.kind === 'not reached' && verdict.cause === 'flood') flood = FLOODED;
    checked.push({ title: clause.title, section: clause.section, verdict: withNote(verdict, way.note) });
  }
  return ok(checked);
}

/** Whoever floods once does it again; each time would cost the whole patience. */
const FLOODED: Verdict = { kind: 'not reached', reason: 'the server had flooded us before', cause: 'flood' };

interface Found {
  readonly way: Way;
  /** What became of its first clause; it is not played twice, so that not even a place that is never free again is taken. */
  readonly greeting: Verdict;
}

/** The first way in which the greeting is understood as it should be; else the first in which anything is. */
async function wayOf(catalogue: Catalogue, options: CheckOptions): Promise<Result<Found>> {
  let reason = `what answers there does not speak ${catalogue.protocol}`;
  let understood: Found | undefined;
  for (const way of catalogue.ways) {
    const [greeting] = way.clauses;
    if (greeting === undefined) continue;
    const { verdict, referee } = await examine(greeting, way, catalogue, options);
    if (verdict.kind === 'kept') return ok({ way, greeting: verdict });
    if (verdict.kind === 'not reached') reason = verdict.reason;
    if (referee.understood) understood ??= { way, greeting: verdict };
  }
  return understood === undefined ? problem(reason) : ok(understood);
}

async function examine(
  { dialogue }: Clause,
  { language }: Way,
  { size }: Catalogue,
  options: CheckOptions,
): Promise<{ readonly verdict: Verdict; readonly referee: Referee }> {
  const names = new Map(CAST.map((who) => [who as string, options.newName()]));
  const scope = { names, size, seats: {}, colors: language.colors };
  const referee = new Referee({ statements: dialogue, language, scope, patience: options.patience });
  return { verdict: await perform(referee, { ...options, language }), referee };
}

const withNote = (verdict: Verdict, note: string | undefined): Verdict =>
  verdict.kind === 'kept' && note !== undefined ? { ...verdict, notes: [note, ...verdict.notes] } : verdict;
