import { dirname, join, resolve } from 'node:path';
import { parseClassFile, type StudentRow } from '../check/course/class-file.ts';
import { makeClassReports } from '../check/course/class-reports.ts';
import { examineClass } from '../check/course/examine-class.ts';
import type { ExaminedRow } from '../check/course/examine-row.ts';
import { ReportFolder } from '../check/course/report-folder.ts';
import { counts } from '../check/report.ts';
import { systemClock } from '../clock.ts';
import { readCsvFile } from '../csv.ts';
import { parseWholeNumber } from '../protocols/parse-whole-number.ts';
import { plainText } from '../sanitize-text.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { parsePatience } from './parse-patience-option.ts';

export interface StudentClassCheckOptions {
  readonly all?: string;
  readonly report?: string;
  readonly jobs?: string;
  readonly time?: string;
  readonly memory?: string;
  readonly patience?: string;
}

const MIB = 1024 * 1024;
/**
 * Rows at once, seconds for a row, MiB for a program. One row at once, because programs that run alone cannot disturb each
 * other.
 */
const DEFAULTS = { jobs: 1, time: 180, memory: 512 };
const MAXIMUMS = { jobs: 64, time: 86_400, memory: 1_048_576 };
const OUTPUT = 4 * MIB;
const PROCESSES = 64;

/** Exit code 0 if every row passed, 1 otherwise. SIGINT and SIGTERM end the check early; the finished rows are reported. */
export async function checkStudentClass(options: StudentClassCheckOptions): Promise<void> {
  const { all: file, report } = options;
  if (file === undefined || report === undefined)
    exitWithUsageError('check --all FILE and --report FOLDER must be used together');
  const settings = {
    jobs: parseLimit(options.jobs, '--jobs', DEFAULTS.jobs, MAXIMUMS.jobs),
    timeLimit: 1000 * parseLimit(options.time, '--time', DEFAULTS.time, MAXIMUMS.time),
    limits: {
      memory: MIB * parseLimit(options.memory, '--memory', DEFAULTS.memory, MAXIMUMS.memory),
      output: OUTPUT,
      processes: PROCESSES,
    },
    timeouts: { server: parsePatience(options.patience, 'server'), client: parsePatience(options.patience, 'client') },
  };
  const rows = await readClass(file);
  const folder = await ReportFolder.at(report);
  if (!folder.ok) exitWithUsageError(folder.problem);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let done = 0;
  const examined = await examineClass(rows, {
    ...settings,
    clock: systemClock,
    folder: dirname(resolve(file)),
    signal: stop.signal,
    onExamined: (each) => process.stderr.write(`[${++done}/${rows.length}] ${progressOf(each)}\n`),
  });
  const written = await folder.value
    .write(await makeClassReports(examined))
    .catch((error: Error) => exitWithUsageError(`cannot write to ${report}: ${error.message}`));
  if (written !== folder.value.path)
    process.stderr.write(`tengen: ${report} was changed during the check; the reports are in ${written}\n`);
  if (examined.length < rows.length)
    process.stderr.write(`tengen: interrupted after ${examined.length} of ${rows.length} rows\n`);
  const passed = examined.filter(({ outcome }) => outcome === 'passed').length;
  process.stdout.write(`${passed} of ${rows.length} passed: ${join(written, 'index.html')}\n`);
  process.exitCode = passed === rows.length ? 0 : 1;
}

async function readClass(file: string): Promise<readonly StudentRow[]> {
  const text = readCsvFile(file);
  if (!text.ok) exitWithUsageError(text.problem);
  const rows = await parseClassFile(text.value);
  if (!rows.ok) exitWithUsageError(`${file}: ${rows.problem}`);
  const hasCommand = rows.value.some(({ program }) => program.kind === 'client' || 'command' in program.target);
  if (hasCommand && process.platform === 'win32')
    exitWithUsageError(`${file}: commands cannot be limited on Windows; use URLs, or WSL`);
  return rows.value;
}

function parseLimit(text: string | undefined, option: string, defaultValue: number, maximum: number): number {
  const number = text === undefined ? defaultValue : parseWholeNumber(text);
  if (number === undefined || number < 1 || number > maximum)
    exitWithUsageError(`${option} must be a whole number from 1 to ${maximum}`);
  return number;
}

function progressOf({ row, outcome, report, remarks, seconds }: ExaminedRow): string {
  const { kept, broken, notReached } = counts(report.checked);
  const all = `${kept} kept, ${broken} broken, ${notReached} not reached`;
  return plainText(`${row.student}: ${[outcome, all, `${seconds.toFixed(1)} s`, ...remarks].join('; ')}`);
}
