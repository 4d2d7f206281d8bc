import type { AccountRateLimitOptions } from '../accounts/account-rate-limiter.ts';
import { Accounts } from '../accounts/accounts.ts';
import { Bans } from '../accounts/bans.ts';
import { LocalNameRegisterSequencer } from '../accounts/changes/local-name-register-sequencer.ts';
import type { NameRegisterChange } from '../accounts/changes/name-register-change.ts';
import type { NameRegisterSequencer } from '../accounts/changes/name-register-sequencer.ts';
import { readNameRegisterAsChanges } from '../accounts/changes/read-name-register-as-changes.ts';
import type { Course } from '../accounts/course/course-file.ts';
import { enrolCourse, passwordFileOf } from '../accounts/course/enrol-course.ts';
import type { PasswordHashCost } from '../accounts/password-hashing.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { BUILT_IN_GROUP, builtInName, LEVELS } from '../engines/level.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { ProtocolDescription } from '../protocols/protocol-module.ts';
import type { Hub } from './hub/hub.ts';
import type { Log } from './hub/observability.ts';
import type { SharedNameRegisterSequencer } from './nodes/shared-name-register-sequencer.ts';

export interface AccountsAndBans {
  readonly accounts: Accounts;
  readonly bans: Bans;
  /** Whether the name belongs to a computer player or to a group of them. */
  readonly isComputerPlayer: (name: string) => boolean;
  /** Reserves the names of a course that are not reserved yet. Rejects with `CannotEnrolCourse`. */
  enrol(course: Course | undefined): Promise<void>;
  /** Stops the timer of the bans. */
  close(): void;
}

export interface AccountsAndBansOptions {
  readonly database: Database;
  /** The order of changes of several nodes. Undefined in a single process. */
  readonly nameRegisterSequencer: SharedNameRegisterSequencer | undefined;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'administration' | 'addressOf'>;
  readonly administrators: readonly string[];
  /** The names of the computer players and of their groups, besides the built-in ones. */
  readonly computerPlayers: readonly string[];
  readonly course: Course | undefined;
  readonly protocols: readonly Pick<ProtocolDescription, 'name' | 'carryName'>[];
  readonly limits: AccountRateLimitOptions;
  readonly guardNames: boolean;
  readonly passwordCost?: PasswordHashCost | undefined;
  readonly log: Log;
}

/** A name of the course cannot be reserved. */
export class CannotEnrolCourse extends Error {}

/** Opens accounts and bans. Resolves when the hub knows all reserved and banned names. Rejects with `CannotEnrolCourse`. */
export async function openAccountsAndBans({
  database,
  nameRegisterSequencer: shared,
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
}: AccountsAndBansOptions): Promise<AccountsAndBans> {
  const local = shared === undefined ? await openLocal(database, hub, clock, guardNames) : undefined;
  const sequencer = shared ?? local?.sequencer;
  if (sequencer === undefined) throw new Error('there is no sequencer of changes');
  // Protocols that cannot write hyphens show names without them.
  const withoutHyphens = (name: string): string => foldName(name).replaceAll('-', '');
  // The names of the built-in players are included even if the server does not run these players.
  const computerNames = new Set([...computerPlayers, BUILT_IN_GROUP, ...LEVELS.map(builtInName)].map(withoutHyphens));
  const isComputerPlayer = (name: string): boolean => computerNames.has(withoutHyphens(name));
  const addressOf = (name: string): string | undefined => hub.addressOf(name);
  const accounts = await Accounts.open({
    database,
    clock,
    nameRegisterSequencer: sequencer,
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
    if (!enrolled.ok) throw new CannotEnrolCourse(`${file}: ${enrolled.problem}`);
    const { generated, ...counts } = enrolled.value;
    log.info({ ...counts, course: file, ...(generated > 0 ? { passwords } : {}) }, 'course.enrolled');
    const unwritable = students.filter(({ name }) => protocols.some((each) => !canWrite(each, name)));
    if (unwritable.length > 0)
      log.info(
        { names: unwritable.length, such: unwritable.slice(0, 10).map(({ name }) => name) },
        'course.unwritable',
      );
  };
  // Bans that come in the stream from now on are enforced.
  const sharedBans = shared && openBans(clock, shared, hub);
  await shared?.start();
  let last = Promise.resolve();
  // One at a time, because otherwise a name could get two passwords.
  const enrol: AccountsAndBans['enrol'] = (wanted) => {
    const done = last.then(() => wanted && enrolNow(wanted));
    last = done.catch(() => undefined);
    return done;
  };
  await enrol(course);
  for (const ban of local?.bans ?? []) local?.sequencer.apply(ban);
  const bans = sharedBans ?? openBans(clock, sequencer, hub);
  return { accounts, bans, isComputerPlayer, enrol, close: () => bans.close() };
}

/** Opens the bans. A new ban disconnects the clients that it applies to. */
function openBans(
  clock: Clock,
  sequencer: NameRegisterSequencer,
  { administration }: AccountsAndBansOptions['hub'],
): Bans {
  const bans = new Bans(clock, sequencer);
  bans.onBanned(async ({ name }) => {
    if (name === undefined) await administration.kickAddresses((address) => bans.isBanned(address));
    else {
      await administration.kick(name);
      await administration.kickAccount(name);
    }
  });
  return bans;
}

/** Opens the name register of a single process. The caller applies the returned bans after the course is enrolled: a banned name may be in it. */
async function openLocal(
  database: Database,
  { administration }: AccountsAndBansOptions['hub'],
  clock: Clock,
  guardNames: boolean,
): Promise<{ sequencer: LocalNameRegisterSequencer; bans: readonly NameRegisterChange[] }> {
  const sequencer = new LocalNameRegisterSequencer(database, administration.names);
  const register = await readNameRegisterAsChanges(database, clock.now(), guardNames);
  if (register.length > 0) await sequencer.prepare();
  for (const change of register) if (change.kind !== 'banned') sequencer.apply(change);
  return { sequencer, bans: register.filter(({ kind }) => kind === 'banned') };
}

/** Whether a client of the protocol can write the name, perhaps in another case. */
const canWrite = ({ carryName }: Pick<ProtocolDescription, 'carryName'>, name: string): boolean =>
  foldName(carryName(name)) === foldName(name);
