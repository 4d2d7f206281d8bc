import type { Dial } from '../client/wire.ts';
import type { Clock } from '../clock.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Catalogue } from './catalogue.ts';
import { perform } from './perform.ts';
import { type Patience, Referee } from './referee.ts';
import type { Clause } from './scenario.ts';
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
  /** Lines of the board to ask for. */
  readonly size?: number;
}

/** Who can take part in a dialogue. */
const CAST = ['ann', 'bob', 'cat'] as const;

/**
 * Examines a server clause by clause, each over connections of its own. The problem is one clear line: nobody is there,
 * or somebody who speaks something else.
 */
export async function checkServer(catalogue: Catalogue, options: CheckOptions): Promise<Result<readonly Checked[]>> {
  const { language, clauses, protocol } = catalogue;
  const checked: Checked[] = [];
  for (const { dialogue, title, section } of clauses) {
    const names = new Map(CAST.map((who) => [who as string, options.newName()]));
    const size = options.size ?? catalogue.size;
    const scope = { names, size, seats: {}, colors: language.colors };
    const referee = new Referee({ statements: dialogue, language, scope, patience: options.patience });
    const verdict = await perform(referee, { ...options, language });
    if (checked.length === 0 && verdict.kind !== 'kept' && !referee.understood) {
      return problem(verdict.kind === 'not reached' ? verdict.reason : `what answers there does not speak ${protocol}`);
    }
    checked.push({ title, section, verdict });
  }
  return ok(checked);
}
