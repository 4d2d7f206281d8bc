import type { StudentRow } from './class-file.ts';
import type { ExaminedRow, ExamineRowOptions } from './examine-row.ts';
import { examineInProcess } from './row-process.ts';

export interface ExamineClassOptions extends ExamineRowOptions {
  /** The number of rows that are examined at the same time. */
  readonly jobs: number;
  /** When it is aborted, no further row is examined, and the results of unfinished rows are discarded. */
  readonly signal: AbortSignal;
  readonly onExamined: (examined: ExaminedRow) => void;
}

/** Examines all rows. The results are in the order of the file. */
export async function examineClass(
  rows: readonly StudentRow[],
  options: ExamineClassOptions,
): Promise<readonly ExaminedRow[]> {
  const { jobs, signal, onExamined, ...rowOptions } = options;
  const examined: ExaminedRow[] = [];
  const waiting = [...rows];
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const result = await examineInProcess(row, rowOptions, signal);
      if (result === undefined) return;
      examined.push(result);
      onExamined(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return examined.sort((one, other) => one.row.number - other.row.number);
}
