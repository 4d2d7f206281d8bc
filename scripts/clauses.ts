import { writeFileSync } from 'node:fs';
import { clauseList } from '../test/check/clause-list.ts';

writeFileSync(new URL('../docs/check-clauses.md', import.meta.url), clauseList());
