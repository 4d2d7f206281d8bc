import { writeFileSync } from 'node:fs';
import { clauseList } from '../test/support/check/clause-list.ts';

writeFileSync(new URL('../docs/check-clauses.md', import.meta.url), clauseList());
