import { systemClock } from '../../clock.ts';
import { readStudentRow } from './class-file.ts';
import { examineRow } from './examine-row.ts';
import type { RowTask, RowWorkerMessage } from './row-process.ts';

// Examines one row, and tells the process of the check.

process.once('message', (task: RowTask) => void examine(task));
// The check has the result, or has ended. Programs end with this process.
process.once('disconnect', () => process.exit());

async function examine({ cells, number, ...options }: RowTask): Promise<void> {
  const row = await readStudentRow(cells, number);
  if (!row.ok) throw new Error(row.problem);
  const { row: _, ...result } = await examineRow(row.value, {
    ...options,
    clock: systemClock,
    onStarted: ({ pid }) => tell({ kind: 'started', pid }),
  });
  tell({ kind: 'examined', result });
}

const tell = (news: RowWorkerMessage): void => void process.send?.(news);
