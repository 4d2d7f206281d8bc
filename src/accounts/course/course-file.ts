import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type CsvColumnReader,
  csvColumnReader,
  isFormula,
  type ParsedCsvRow,
  parseCsv,
  readCsvFile,
} from '../../csv.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { newAccount } from '../../protocols/api/resource-schemas.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';
import { readSmallFile } from '../../small-file.ts';
import { parseToml } from '../../toml.ts';
import { isNameAsPassword } from '../name-as-password.ts';

/** A student of a course, whose name is reserved. */
export interface Student {
  readonly name: string;
  /** The first password. Without it, the server generates one. */
  readonly password?: string;
  readonly group?: string;
  /** The place in the file: `line 4` of a table, or `student 3` of a TOML file. Both count from 1. */
  readonly place: string;
}

/** The students of a course, and the path of their file. */
export interface Course {
  readonly file: string;
  readonly students: readonly Student[];
}

const MAX_NAMES = 2000;
const COLUMNS = ['name', 'password', 'group'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads the file of `--course FILE`: TOML if its name ends in `.toml`, otherwise CSV. The problem is one clear line with the
 * place in the file.
 */
export function readCourseFile(path: string): Result<Course> {
  const file = resolve(path);
  const isToml = /\.toml$/i.test(file);
  const text = isToml ? readSmallFile(file, 'UTF-8') : readCsvFile(file);
  if (!text.ok) return text;
  const students = isToml ? parseTomlCourse(text.value) : parseCourse(text.value);
  return students.ok ? ok({ file, students: students.value }) : problem(`${file}: ${students.problem}`);
}

/**
 * Reads a CSV text with a header: `name`, and optionally `password` and `group`. Separators may be commas, semicolons or tabs.
 * The problem begins with the number of the line.
 */
export function parseCourse(text: string): Result<Student[]> {
  const table = parseCsv(text);
  if (!table.ok) return table;
  const [first, ...rows] = table.value;
  const columns = csvColumnReader<Column>(first);
  const headerFault = headerProblem(columns.titles);
  if (headerFault !== undefined) return problem(`line ${first?.line ?? 1}: ${headerFault}`);
  return readStudents(rows.map((row) => ({ place: `line ${row.line}`, entry: readRow(row, columns) })));
}

const text = (key: string) => z.string({ error: `${key} must be a string in quotes` });
const tomlEntry = z.strictObject(
  { name: text('name').trim(), password: text('password').default(''), group: text('group').trim().default('') },
  {
    error: (issue) =>
      `${issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a key: ` : ''}the keys are name, password and group; the last two are optional`,
  },
);
const tomlCourse = z.strictObject({ student: z.array(z.unknown()) });

/** Reads a TOML text with a table `[[student]]` for each name. The problem has a line number only if the text is not TOML. */
export function parseTomlCourse(text: string): Result<Student[]> {
  const table = parseToml(text);
  if (!table.ok) return table;
  const course = tomlCourse.safeParse(table.value);
  if (!course.success) return problem('a course has tables [[student]] and nothing else');
  return readStudents(
    course.data.student.map((each, index) => ({ place: `student ${index + 1}`, entry: readTable(each) })),
  );
}

/** The values of one student in the file. A missing password or group is empty. */
interface Entry {
  readonly name: string;
  readonly password: string;
  readonly group: string;
}

function readStudents(
  entries: readonly { readonly place: string; readonly entry: Result<Entry> }[],
): Result<Student[]> {
  const students = new Map<string, Student>();
  for (const { place, entry } of entries) {
    if (students.size === MAX_NAMES) return problem(`${place}: a course has at most ${MAX_NAMES} names`);
    const fault = entry.ok ? entryProblem(entry.value) : entry.problem;
    if (!entry.ok || fault !== undefined) return problem(`${place}: ${fault}`);
    const { name, password, group } = entry.value;
    const key = foldName(name);
    const earlier = students.get(key);
    if (earlier !== undefined) return problem(`${place}: ${name} is already on ${earlier.place}`);
    students.set(key, { name, ...(password === '' ? {} : { password }), ...(group === '' ? {} : { group }), place });
  }
  return ok([...students.values()]);
}

function headerProblem(titles: readonly string[]): string | undefined {
  const unknown = titles.find((title) => !COLUMNS.some((column) => column === title));
  if (unknown !== undefined || !titles.includes('name'))
    return `${unknown === undefined ? '' : `${JSON.stringify(unknown)} is not a column: `}the columns are name, password and group; the last two are optional`;
  const duplicate = COLUMNS.find((column) => titles.indexOf(column) !== titles.lastIndexOf(column));
  return duplicate && `two columns are called ${duplicate}`;
}

function readRow(row: ParsedCsvRow, { titles, cell }: CsvColumnReader<Column>): Result<Entry> {
  if (row.cells.length > titles.length)
    return problem(
      `${row.cells.length} cells where ${titles.length} are expected; a name with a separator needs quotes`,
    );
  return ok({ name: cell(row, 'name'), password: cell(row, 'password'), group: cell(row, 'group') });
}

function readTable(table: unknown): Result<Entry> {
  const entry = tomlEntry.safeParse(table);
  if (entry.success) return ok(entry.data);
  return problem(entry.error.issues[0]?.message ?? 'unreadable');
}

function entryProblem({ name, password, group }: Entry): string | undefined {
  if (!values().name.safeParse(name).success) return `${JSON.stringify(name)} is not a valid name`;
  // The file with the passwords would contain such a name with an apostrophe in front.
  if (isFormula(name))
    return `${JSON.stringify(name)} looks like a formula to a spreadsheet: a name may not begin with this character`;
  if (password !== '' && (!newAccount.safeParse({ name, password }).success || isNameAsPassword(name, password)))
    return 'a password has 8 to 200 characters and differs from the name';
  if (group.length > 64) return 'a group has at most 64 characters';
  return undefined;
}
