import { systemClock } from '../../clock.ts';
import { readStudentRow } from './class-file.ts';
import { examineRow } from './examine-row.ts';
import type { RowTask, RowWorkerMessage } from './row-process.ts';

// Examines one row, and sends the result to the process of the check.

process.once('message', (task: RowTask) => void examine(task));
// The check has received the result, or has ended. The programs end with this process.
process.once('disconnect', () => process.exit());

async function examine({ cells, number, ...options }: RowTask): Promise<void> {
  const row = await readStudentRow(cells, number);
  if (!row.ok) throw new Error(row.problem);
  const { row: _, ...result } = await examineRow(row.value, {
    ...options,
    clock: systemClock,
    onStarted: ({ pid }) => send({ kind: 'started', pid }),
  });
  send({ kind: 'examined', result });
}

const send = (message: RowWorkerMessage): void => void process.send?.(message);
