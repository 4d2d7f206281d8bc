import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { Verdict } from '../../../src/check/runner/verdict.ts';

/** The titles of the clauses with this kind of verdict. */
export const titlesByVerdict = (checked: readonly CheckedClause[], kind: Verdict['kind']): string[] =>
  checked.filter(({ verdict }) => verdict.kind === kind).map(({ title }) => title);
