import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import type { StudentRow, StudentRowCells } from './class-file.ts';
import type { ExaminedRow, ExamineRowOptions } from './examine-row.ts';
import { killProcesses, markProcess, newMark } from './program/program-processes.ts';

/** The task that is sent to the process of a row. */
export interface RowTask extends Omit<ExamineRowOptions, 'clock'> {
  readonly cells: StudentRowCells;
  readonly number: number;
  readonly mark: string;
}

export type RowWorkerMessage =
  | { readonly kind: 'started'; readonly pid: number | undefined }
  | { readonly kind: 'examined'; readonly result: RowResult };

type RowResult = Omit<ExaminedRow, 'row'>;

/** Milliseconds that the process of a row has to end after the time limit of the row. */
const END_TIMEOUT = 15_000;

/**
 * Examines a row in a process of its own. This process is the parent of the student's program: a program that kills or
 * stops its parent loses only its own report. When the signal is aborted, the process and the program are killed, and
 * the result is undefined.
 */
export async function examineInProcess(
  row: StudentRow,
  { clock, ...options }: ExamineRowOptions,
  signal: AbortSignal,
): Promise<ExaminedRow | undefined> {
  const startedAt = clock.now();
  const mark = newMark();
  const child = startProcess(mark);
  let program: number | undefined;
  let result: RowResult | undefined;
  child.on('message', (message: RowWorkerMessage) => {
    if (message.kind === 'started') {
      program = message.pid;
      return;
    }
    result = message.result;
    child.disconnect();
  });
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(kill, options.timeLimit + END_TIMEOUT);
  signal.addEventListener('abort', kill);
  const task: RowTask = { ...options, cells: row.cells, number: row.number, mark };
  child.send(task, () => {});
  const [[code, signalName]] = await ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  await killProcesses(program, mark);
  if (signal.aborted) return undefined;
  const how = signalName === null ? `with exit code ${code}` : `by ${signalName}`;
  return {
    row,
    ...(result ?? notExamined(`the process that examined the program was ended ${how}`, clock.now() - startedAt)),
  };
}

/** Starts the process in a process group of its own, so that Ctrl-C in a terminal does not reach it. */
function startProcess(mark: string): ChildProcess {
  const file = new URL(`./row-worker${extname(import.meta.url)}`, import.meta.url);
  const child = fork(file, {
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Sending a message to a process that has ended causes an error.
  child.on('error', () => {});
  if (child.pid !== undefined) markProcess(child.pid, mark);
  return child;
}

const notExamined = (why: string, milliseconds: number): RowResult => ({
  outcome: 'not examined',
  report: { subject: '', checked: [] },
  remarks: [why],
  output: '',
  seconds: milliseconds / 1000,
});
