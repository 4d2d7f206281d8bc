import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { csvColumnReader, makeCsv, parseCsv } from '../../csv.ts';
import { ok, problem, type Result } from '../../result.ts';
import type { AccountRefusal } from '../account-refusal.ts';
import type { Accounts, FirstPassword } from '../accounts.ts';
import { generatePassword, isGeneratedForm } from '../generated-password.ts';
import type { Student } from './course-file.ts';

/** The path of the file with the generated passwords. It is beside the course file. */
export const passwordFileOf = (courseFile: string): string => `${courseFile.replace(/\.[^./\\]*$/, '')}-passwords.csv`;

class CannotWritePasswords extends Error {}

export interface EnrolmentCounts {
  /** The number of new accounts. */
  readonly created: number;
  /** The number of accounts that existed already. */
  readonly known: number;
  /** The number of generated passwords. */
  readonly generated: number;
}

/**
 * Reserves the names of a course. It can be repeated: existing accounts keep their passwords, and accounts whose names are no
 * longer in the course stay. A generated password is written to `passwordFile` before the account is stored, because the
 * database has only its hash. Only the user of the server can read this file. If there are several nodes, the node that stores
 * the account writes the password. The problem names the place of the first student whose name cannot be reserved, or reports
 * that the file with the passwords cannot be written.
 */
export async function enrolCourse(
  accounts: Pick<Accounts, 'enrol'>,
  students: readonly Student[],
  passwordFile: string,
): Promise<Result<EnrolmentCounts>> {
  let [created, generated] = [0, 0];
  try {
    const passwords = new PasswordFile(passwordFile);
    for (const { name, password, group, place } of students) {
      const firstPassword = (): FirstPassword =>
        password === undefined
          ? { ...passwords.passwordFor(name, group), isGenerated: true }
          : { text: password, isGenerated: false };
      const enrolled = await accounts.enrol(name, firstPassword, group);
      if (!enrolled.ok)
        return problem(`${place}: the name ${JSON.stringify(name)} cannot be reserved: ${reasonOf(enrolled.problem)}`);
      if (!enrolled.value) continue;
      created++;
      if (password === undefined) generated++;
    }
  } catch (error) {
    if (error instanceof CannotWritePasswords) return problem(error.message);
    throw error;
  }
  return ok({ created, known: students.length - created, generated });
}

function reasonOf({ why }: AccountRefusal): string {
  return why === 'not-available'
    ? 'it looks like another reserved name, or it is kept for guests or computer players'
    : why;
}

class PasswordFile {
  readonly #path: string;
  /** The passwords that an earlier start has written, by name. */
  readonly #written: ReadonlyMap<string, string>;

  constructor(path: string) {
    this.#path = path;
    this.#written = readPasswords(path);
  }

  /**
   * The password for a new account, and a function that writes it to the file. An interrupted start may have written it before
   * it stored the account.
   */
  passwordFor(name: string, group: string | undefined): Pick<FirstPassword, 'text' | 'beforeStored'> {
    const written = this.#written.get(name);
    if (written !== undefined) return { text: written };
    const password = generatePassword();
    return { text: password, beforeStored: () => this.#write([name, password, group ?? '']) };
  }

  #write(row: readonly string[]): void {
    try {
      const rows = existsSync(this.#path) ? [row] : [['name', 'password', 'group'], row];
      const file = openSync(this.#path, 'a', 0o600);
      try {
        writeSync(file, makeCsv(rows));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      chmodSync(this.#path, 0o600);
    } catch (error) {
      throw new CannotWritePasswords(`cannot write ${this.#path}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Reads the generated passwords by name. Leaves out other passwords. */
function readPasswords(path: string): ReadonlyMap<string, string> {
  const table = existsSync(path) ? parseCsv(readFileSync(path, 'utf8')) : ok([]);
  if (!table.ok) return new Map();
  const [header, ...rows] = table.value;
  const { cell } = csvColumnReader<'name' | 'password'>(header);
  const entries = rows.map((row) => [cell(row, 'name'), cell(row, 'password')] as const);
  return new Map(entries.filter(([, password]) => isGeneratedForm(password)));
}
