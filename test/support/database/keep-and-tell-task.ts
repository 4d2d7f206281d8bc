import { threadId } from 'node:worker_threads';
import type { Database } from '../../../src/database/database.ts';

/** Keeps records of these numbers and tells in which thread; one of number 0 is a mistake. */
export async function run(transaction: Database, numbers: readonly number[]): Promise<number> {
  for (const number of numbers) {
    if (number === 0) throw new Error('nothing has this number');
    await transaction.insertInto('gameRecord').values({ number, record: 'kept' }).execute();
  }
  return threadId;
}
