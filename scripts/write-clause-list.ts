import { writeFileSync } from 'node:fs';
import { clauseList } from '../test/support/check/clause-list.ts';

// Writes docs/check-clauses.md, the list of all conformance clauses: node scripts/write-clause-list.ts

writeFileSync(new URL('../docs/check-clauses.md', import.meta.url), clauseList());
