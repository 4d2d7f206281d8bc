import type { StudentRow } from './class-file.ts';
import type { ExaminedRow, RowOptions } from './examine-row.ts';
import { examineInProcess } from './row-process.ts';

export interface ClassOptions extends RowOptions {
  /** Rows that run at the same time. */
  readonly jobs: number;
  /** Aborted: no further row is examined, and rows that run are left out. */
  readonly signal: AbortSignal;
  /** Called after each row, in the order in which they end. */
  readonly onExamined: (examined: ExaminedRow) => void;
}

/** Examines all rows. Results are in the order of the file. */
export async function examineClass(
  rows: readonly StudentRow[],
  options: ClassOptions,
): Promise<readonly ExaminedRow[]> {
  const { jobs, signal, onExamined, ...each } = options;
  const examined: ExaminedRow[] = [];
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const result = await examineInProcess(row, each, signal);
      if (result === undefined) return;
      examined.push(result);
      onExamined(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return examined.sort((one, other) => one.row.number - other.row.number);
}
