import { parseArgs } from 'node:util';
import { seededRandomInt, seedOfRun } from '../test/support/clients/random.ts';
import { findBalanced } from './strength/balanced-openings.ts';

// Prints balanced openings for scripts/strength/balanced-openings.txt: docs/strength.md.
// node scripts/find-gomoku-openings.ts [--count 100] [--seed NUMBER]

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: String(seedOfRun()) } },
});
const randomInt = seededRandomInt(Number(values.seed));
console.log(`SEED=${values.seed}`);
for (const row of findBalanced(Number(values.count), 'freestyle', () => randomInt(2 ** 24) / 2 ** 24)) console.log(row);
