import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { StudentRow, StudentRowCells } from './class-file.ts';
import type { ExaminedRow, RowOptions } from './examine-row.ts';
import { killProcesses, markProcess, newMark } from './program/program-processes.ts';

/** What the process of a row is told. */
export interface RowTask extends Omit<RowOptions, 'clock'> {
  readonly cells: StudentRowCells;
  readonly number: number;
  readonly mark: string;
}

/** What the process of a row tells. */
export type RowWorkerMessage =
  | { readonly kind: 'started'; readonly pid: number | undefined }
  | { readonly kind: 'examined'; readonly result: RowResult };

type RowResult = Omit<ExaminedRow, 'row'>;

/** Milliseconds after the time of a row in which its process must end. */
const LONGEST_END = 15_000;

/**
 * Examines a row in a process of its own. It is the parent of the student's program, so a program that ends or stops its parent costs its own
 * report and no other. Aborted, the process and the program are killed, and the result is undefined.
 */
export async function examineInProcess(
  row: StudentRow,
  { clock, ...options }: RowOptions,
  signal: AbortSignal,
): Promise<ExaminedRow | undefined> {
  const began = clock.now();
  const mark = newMark();
  const child = startProcess(mark);
  let program: number | undefined;
  let result: RowResult | undefined;
  child.on('message', (news: RowWorkerMessage) => {
    if (news.kind === 'started') {
      program = news.pid;
      return;
    }
    result = news.result;
    child.disconnect();
  });
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const kill = (): void => void child.kill('SIGKILL');
  const late = setTimeout(kill, options.time + LONGEST_END);
  signal.addEventListener('abort', kill);
  const task: RowTask = { ...options, cells: row.cells, number: row.number, mark };
  child.send(task, () => {});
  const [[code, by]] = await ended;
  clearTimeout(late);
  signal.removeEventListener('abort', kill);
  await killProcesses(program, mark);
  if (signal.aborted) return undefined;
  const how = by === null ? `with exit code ${code}` : `by ${by}`;
  return { row, ...(result ?? nothing(`the process that examined the program was ended ${how}`, clock.now() - began)) };
}

/** In a group of its own, so that Ctrl-C in a terminal does not reach it. */
function startProcess(mark: string): ChildProcess {
  const file = new URL(`./row-worker${extname(import.meta.url)}`, import.meta.url);
  const child = fork(file, {
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // After a message that was not sent.
  child.on('error', () => {});
  if (child.pid !== undefined) markProcess(child.pid, mark);
  return child;
}

const nothing = (why: string, milliseconds: number): RowResult => ({
  outcome: 'not examined',
  report: { subject: '', checked: [] },
  remarks: [why],
  output: '',
  seconds: milliseconds / 1000,
});
