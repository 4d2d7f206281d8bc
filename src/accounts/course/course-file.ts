import { readFileSync } from 'node:fs';
import { csvColumns, parseCsv } from '../../csv.ts';
import { isWeak } from '../weak-password.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import { newAccount } from '../../protocols/api/resource-schemas.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';

/** A name of a course. */
export interface Student {
  readonly name: string;
  /** The first password; without one, the server makes one. */
  readonly password?: string;
  readonly group?: string;
}

/** Names in a course. */
const MOST = 2000;
const COLUMNS = ['name', 'password', 'group'] as const;

/** Reads `--course FILE`. The problem is one clear line with the number of the line. */
export function readCourseFile(path: string): Result<Student[]> {
  try {
    return parseCourse(path, readFileSync(path, 'utf8'));
  } catch (error) {
    return problem(`cannot read the course ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Reads a CSV text with a header: `name`, and optionally `password` and `group`. Separators may be commas, semicolons or tabs. */
export function parseCourse(path: string, text: string): Result<Student[]> {
  const table = parseCsv(text);
  if (!table.ok) return problem(`${path}, ${table.problem}`);
  const [first, ...rows] = table.value;
  const { titles, cell } = csvColumns<(typeof COLUMNS)[number]>(first);
  const unknown = titles.find((title) => !COLUMNS.some((column) => column === title));
  if (!titles.includes('name') || unknown !== undefined)
    return problem(`${path}, line 1: the columns are name, password and group; the last two are optional`);
  const students = new Map<string, Student>();
  for (const row of rows) {
    const where = `${path}, line ${row.line}`;
    const [name, password, group] = [cell(row, 'name'), cell(row, 'password'), cell(row, 'group')];
    if (!values().name.safeParse(name).success) return problem(`${where}: ${JSON.stringify(name)} is no name`);
    if (password !== '' && (!newAccount.safeParse({ name, password }).success || isWeak(name, password)))
      return problem(`${where}: a password has 8 to 200 characters and differs from the name`);
    if (group.length > 64) return problem(`${where}: a group has at most 64 characters`);
    const key = foldName(name);
    if (students.has(key)) return problem(`${where}: ${name} stands twice in the file`);
    students.set(key, { name, ...(password === '' ? {} : { password }), ...(group === '' ? {} : { group }) });
    if (students.size > MOST) return problem(`${path}: a course has at most ${MOST} names`);
  }
  return ok([...students.values()]);
}
