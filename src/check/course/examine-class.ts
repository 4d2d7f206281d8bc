import type { ClassRow } from './class-file.ts';
import { type ExaminedRow, examineRow, type RowOptions } from './examine-row.ts';

export interface ClassOptions extends RowOptions {
  /** Rows that run at the same time. */
  readonly jobs: number;
  /** Aborted: no further row is examined, and rows that run are left out. */
  readonly signal: AbortSignal;
  /** Called after each row, in the order in which they end. */
  readonly onExamined: (examined: ExaminedRow) => void;
}

/** Examines all rows. Results are in the order of the file. */
export async function examineClass(rows: readonly ClassRow[], options: ClassOptions): Promise<readonly ExaminedRow[]> {
  const { jobs, signal, onExamined } = options;
  const examined: ExaminedRow[] = [];
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const result = await examineRow(row, options);
      if (signal.aborted) return;
      examined.push(result);
      onExamined(result);
    }
  };
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await Promise.race([Promise.all(Array.from({ length: jobs }, work)), aborted]);
  return examined.sort((one, other) => one.row.number - other.row.number);
}
