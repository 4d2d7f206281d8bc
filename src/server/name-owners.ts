import { Accounts } from '../accounts/accounts.ts';
import { Bans } from '../accounts/bans.ts';
import type { Course } from '../accounts/course/course-file.ts';
import { enrolCourse, passwordFileOf } from '../accounts/course/enrol-course.ts';
import { NameAccess } from '../accounts/name-access.ts';
import type { Cost } from '../accounts/password-hashing.ts';
import type { AccountLimits } from '../accounts/rate-limits.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { BUILT_IN_GROUP, builtInName, LEVELS } from '../engines/level.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { ProtocolDescription } from '../protocols/protocol-module.ts';
import type { Hub } from './hub/hub.ts';
import type { Log } from './hub/observability.ts';

/** Accounts and bans. */
export interface NameOwners {
  readonly accounts: Accounts;
  readonly bans: Bans;
  /** Whether the name belongs to a computer player. */
  readonly isComputerPlayer: (name: string) => boolean;
  /** Reserves the names of a course that are not reserved yet. Rejects with `CourseUnusable`. */
  enrol(course: Course | undefined): Promise<void>;
  /** Stops the timer of the bans. */
  close(): void;
}

/** Parts of the server and of its configuration. */
export interface NameOwnersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'administration' | 'addressOf'>;
  readonly administrators: readonly string[];
  /** The names of the computer players and of their groups, besides the built-in ones. */
  readonly computerPlayers: readonly string[];
  readonly course: Course | undefined;
  readonly protocols: readonly Pick<ProtocolDescription, 'name' | 'carryName'>[];
  readonly limits: AccountLimits;
  readonly guardNames: boolean;
  readonly passwordCost?: Cost | undefined;
  readonly log: Log;
}

/** A name of the course cannot be reserved. */
export class CourseUnusable extends Error {}

/** Resolves when the hub refuses all reserved and banned names. Rejects with `CourseUnusable`. */
export async function openNameOwners({
  database,
  clock,
  hub,
  administrators,
  computerPlayers,
  course,
  protocols,
  limits,
  guardNames,
  passwordCost: cost,
  log,
}: NameOwnersOptions): Promise<NameOwners> {
  const nameAccess = new NameAccess(hub.administration.names);
  // Protocols without hyphens show the names without them.
  const bare = (name: string): string => foldName(name).replaceAll('-', '');
  // Those of the built-in players are kept, also while the server does not seat them.
  const theirs = new Set([...computerPlayers, BUILT_IN_GROUP, ...LEVELS.map(builtInName)].map(bare));
  const isComputerPlayer = (name: string): boolean => theirs.has(bare(name));
  const addressOf = (name: string): string | undefined => hub.addressOf(name);
  const accounts = await Accounts.open({
    database,
    clock,
    nameAccess,
    administrators,
    addressOf,
    isComputerPlayer,
    limits,
    guardNames,
    ...(cost && { cost }),
  });
  const enrolNow = async ({ file, students }: Course): Promise<void> => {
    const passwords = passwordFileOf(file);
    const enrolled = await enrolCourse(accounts, students, passwords);
    if (!enrolled.ok) throw new CourseUnusable(`${file}: ${enrolled.problem}`);
    const { generated, ...counts } = enrolled.value;
    log.info({ ...counts, course: file, ...(generated > 0 ? { passwords } : {}) }, 'course.enrolled');
    const unwritable = students.filter(({ name }) => protocols.some((each) => !canAskFor(each, name)));
    if (unwritable.length > 0)
      log.info(
        { names: unwritable.length, such: unwritable.slice(0, 10).map(({ name }) => name) },
        'course.unwritable',
      );
  };
  let last = Promise.resolve();
  // One at a time: the same name would get two passwords.
  const enrol: NameOwners['enrol'] = (wanted) => {
    const done = last.then(() => wanted && enrolNow(wanted));
    last = done.catch(() => undefined);
    return done;
  };
  await enrol(course);
  const bans = await Bans.open(database, clock, nameAccess);
  return { accounts, bans, isComputerPlayer, enrol, close: () => bans.close() };
}

/** Whether a client of the protocol can write the name, perhaps in another case. */
const canAskFor = ({ carryName }: Pick<ProtocolDescription, 'carryName'>, name: string): boolean =>
  foldName(carryName(name)) === foldName(name);
