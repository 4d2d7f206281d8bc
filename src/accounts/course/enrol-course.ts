import { randomInt } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync } from 'node:fs';
import { makeCsv } from '../../csv.ts';
import { ok, problem, type Result } from '../../result.ts';
import type { AccountRefusal } from '../account-refusal.ts';
import type { Accounts } from '../accounts.ts';
import type { Student } from './course-file.ts';

/** Letters and digits that cannot be confused in print. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 12 characters of 31: 59 bits. */
const LENGTH = 12;

const newPassword = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The file with the passwords that the server has made, beside the course file. */
export const passwordFileOf = (courseFile: string): string => `${courseFile.replace(/\.[^./\\]*$/, '')}-passwords.csv`;

class CannotWritePasswords extends Error {}

/** The accounts that were made, and those that existed. */
export interface Enrolment {
  readonly created: number;
  readonly known: number;
}

/**
 * Reserves the names of a course. It can be repeated: accounts that exist keep their passwords, and accounts whose names are no
 * longer in the course stay. A password that the server makes is written to `passwordFile`, readable only by its user, before the account
 * exists; the database has only its hash. The problem is the line of the first student whose name cannot be reserved, or says that the file
 * with the passwords cannot be written.
 */
export async function enrolCourse(
  accounts: Pick<Accounts, 'enrol'>,
  students: readonly Student[],
  passwordFile: string,
): Promise<Result<Enrolment>> {
  let created = 0;
  try {
    for (const { name, password, group, line } of students) {
      const enrolled = await accounts.enrol(name, () => password ?? writtenPassword(passwordFile, name, group), group);
      if (!enrolled.ok)
        return problem(
          `line ${line}: the name ${JSON.stringify(name)} cannot be reserved: ${reason(enrolled.problem)}`,
        );
      if (enrolled.value) created++;
    }
  } catch (error) {
    if (error instanceof CannotWritePasswords) return problem(error.message);
    throw error;
  }
  return ok({ created, known: students.length - created });
}

function reason({ why }: AccountRefusal): string {
  return why === 'not-available'
    ? 'it looks like another reserved name, or it is kept for guests or computer players'
    : why;
}

/** A new password, which stands in the file already. */
function writtenPassword(passwordFile: string, name: string, group: string | undefined): string {
  const password = newPassword();
  writePassword(passwordFile, name, password, group);
  return password;
}

function writePassword(path: string, name: string, password: string, group: string | undefined): void {
  const rows = [...(existsSync(path) ? [] : [['name', 'password', 'group']]), [name, password, group ?? '']];
  try {
    appendFileSync(path, makeCsv(rows), { mode: 0o600 });
    chmodSync(path, 0o600);
  } catch (error) {
    throw new CannotWritePasswords(`cannot write ${path}: ${error instanceof Error ? error.message : error}`);
  }
}
