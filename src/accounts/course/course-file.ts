import { resolve } from 'node:path';
import { type CsvColumns, type CsvRow, csvColumns, isFormula, parseCsv, readCsvFile } from '../../csv.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { newAccount } from '../../protocols/api/resource-schemas.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';
import { isWeak } from '../weak-password.ts';

/** A name of a course. */
export interface Student {
  readonly name: string;
  /** The first password; without one, the server makes one. */
  readonly password?: string;
  readonly group?: string;
  /** The line of the file, from 1. */
  readonly line: number;
}

/** The names to reserve, and the file that has them. */
export interface Course {
  readonly file: string;
  readonly students: readonly Student[];
}

/** Names in a course. */
const MOST = 2000;
const COLUMNS = ['name', 'password', 'group'] as const;
type Column = (typeof COLUMNS)[number];

/** Reads `--course FILE`. The problem is one clear line with the number of the line. */
export function readCourseFile(path: string): Result<Course> {
  const file = resolve(path);
  const text = readCsvFile(file);
  if (!text.ok) return text;
  const students = parseCourse(text.value);
  return students.ok ? ok({ file, students: students.value }) : problem(`${file}: ${students.problem}`);
}

/**
 * Reads a CSV text with a header: `name`, and optionally `password` and `group`. Separators may be commas, semicolons or tabs. The problem
 * begins with the number of the line.
 */
export function parseCourse(text: string): Result<Student[]> {
  const table = parseCsv(text);
  if (!table.ok) return table;
  const [first, ...rows] = table.value;
  const columns = csvColumns<Column>(first);
  const wrong = headerProblem(columns.titles);
  if (wrong !== undefined) return problem(`line ${first?.line ?? 1}: ${wrong}`);
  const students = new Map<string, Student>();
  for (const row of rows) {
    const { line } = row;
    if (students.size === MOST) return problem(`line ${line}: a course has at most ${MOST} names`);
    const student = readStudent(row, columns);
    if (!student.ok) return problem(`line ${line}: ${student.problem}`);
    const key = foldName(student.value.name);
    const other = students.get(key);
    if (other !== undefined) return problem(`line ${line}: ${student.value.name} stands on line ${other.line} already`);
    students.set(key, student.value);
  }
  return ok([...students.values()]);
}

function headerProblem(titles: readonly string[]): string | undefined {
  if (!titles.includes('name') || titles.some((title) => !COLUMNS.some((column) => column === title)))
    return 'the columns are name, password and group; the last two are optional';
  const twice = COLUMNS.find((column) => titles.indexOf(column) !== titles.lastIndexOf(column));
  return twice && `two columns are called ${twice}`;
}

function readStudent(row: CsvRow, { titles, cell }: CsvColumns<Column>): Result<Student> {
  if (row.cells.length > titles.length)
    return problem(
      `${row.cells.length} cells where ${titles.length} are expected; a name with a separator needs quotes`,
    );
  const [name, password, group] = [cell(row, 'name'), cell(row, 'password'), cell(row, 'group')];
  if (!values().name.safeParse(name).success) return problem(`${JSON.stringify(name)} is no name`);
  // In the file with the passwords such a name would have an apostrophe in front.
  if (isFormula(name))
    return problem(`${JSON.stringify(name)} is a formula for a spreadsheet: a name may not begin so`);
  if (password !== '' && (!newAccount.safeParse({ name, password }).success || isWeak(name, password)))
    return problem('a password has 8 to 200 characters and differs from the name');
  if (group.length > 64) return problem('a group has at most 64 characters');
  return ok({ name, ...(password === '' ? {} : { password }), ...(group === '' ? {} : { group }), line: row.line });
}
