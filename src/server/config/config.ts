import type { AccountRateLimitOptions } from '../../accounts/account-rate-limiter.ts';
import { type Course, readCourseFile } from '../../accounts/course/course-file.ts';
import type { PasswordHashCost } from '../../accounts/password-hashing.ts';
import { isPostgres } from '../../database/database-location.ts';
import { type NatsSettings, parseNatsSettings } from '../../nodes/nats/nats-settings.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import type { ServedProtocol } from '../../protocols/protocol-module.ts';
import type { OpenServerSession } from '../../protocols/server-session-types.ts';
import { ok, problem, type Result } from '../../result.ts';
import { isBuiltInName } from '../computer-players/built-in-players.ts';
import { nameProblem } from '../computer-players/check-computer-player-name.ts';
import type { ConnectionLimits } from '../limits/connection-limiter.ts';
import type { NodeProcessAssignment } from '../nodes/node-ipc.ts';
import { version } from '../package-version.ts';
import { type AccessConfig, readAccess } from './access-config.ts';
import {
  type MergedServeOptions,
  type PlainPortSettingsTable,
  readOptions,
  type ServeOptions,
} from './config-options.ts';
import { readAccountLimits, readLimits } from './limits-config.ts';
import { isNamed, type ListenerConfig, parseListenUrl } from './listener-config.ts';

/** The suffix of a listener's name if an earlier listener has the same protocol and settings. */
const NUMBER_SUFFIX = / #\d+$/;

/** The checked configuration of `tengen serve`. */
export interface ServeConfig extends Omit<ServeOptions, 'listen' | 'nats'> {
  readonly listeners: readonly ListenerConfig[];
  /** The database of archive and accounts: a file, `:memory:` or a PostgreSQL URL. */
  readonly database: string;
  /** The location of the stream that several nodes share; absent in a single process. */
  readonly nats?: NatsSettings;
  /** The number of processes to start, each of them a node; absent if this process is the node itself. */
  readonly nodes?: number;
  /** Set if `--nodes` has started this process. */
  readonly process?: NodeProcessAssignment;
  /** The commands of engines that the server runs as computer players, by the name of the player. */
  readonly bots: ReadonlyMap<string, string>;
  /** The maximum number of games of a computer player at the same time. */
  readonly 'house-seats': number;
  readonly administrators: readonly string[];
  readonly course: Course | undefined;
  readonly accountLimits: AccountRateLimitOptions;
  readonly access: AccessConfig;
  readonly limits: ConnectionLimits;
  /** The cost of password hashes, which only tests change. */
  readonly passwordCost?: PasswordHashCost;
  readonly plainProtocols: ReadonlyMap<ServedProtocol, OpenServerSession>;
}

/**
 * Reads and checks the configuration. The command line overrides the config file, which overrides the defaults. A problem is described in
 * one line.
 */
export function readConfig(
  given: Readonly<Record<string, unknown>>,
  path: string | undefined,
  protocols: readonly ServedProtocol[],
): Result<ServeConfig> {
  const read = readOptions(given, path);
  return read.ok ? checkOptions(read.value, protocols) : read;
}

/** Checks the options against each other, and reads the files that they name. A problem is described in one line. */
export function checkOptions(read: MergedServeOptions, protocols: readonly ServedProtocol[]): Result<ServeConfig> {
  const { options, seats, administrators } = read;
  const bots = readBots(read.bots, options.house);
  if (!bots.ok) return bots;
  const invalidName = administrators.find((name) => !values().name.safeParse(name).success);
  if (invalidName !== undefined) return problem(`administrator ${JSON.stringify(invalidName)} is not a valid name`);
  const nats = readNats(read);
  if (!nats.ok) return nats;
  const access = readAccess(options);
  if (!access.ok) return access;
  const course = options.course === undefined ? ok(undefined) : readCourseFile(options.course);
  if (!course.ok) return course;
  const plain = configurePlain(read.plain, protocols);
  if (!plain.ok) return plain;
  const listeners: ListenerConfig[] = [];
  for (const text of options.listen) {
    const url = parseListenUrl(text, protocols);
    if (!url.ok) return problem(`--listen ${url.problem}`);
    const twins = listeners.filter(({ name }) => name.replace(NUMBER_SUFFIX, '') === url.value.name).length;
    listeners.push(
      twins === 0 || isNamed(url.value) ? url.value : { ...url.value, name: `${url.value.name} #${twins + 1}` },
    );
  }
  const { nats: _, ...rest } = options;
  return ok({
    ...rest,
    limits: readLimits(read.limits),
    accountLimits: readAccountLimits(read.limits),
    course: course.value,
    ...(nats.value && { nats: nats.value }),
    listeners,
    bots: bots.value,
    'house-seats': seats,
    administrators,
    access: access.value,
    plainProtocols: plain.value,
  });
}

/** Checks the options of several nodes: they share a database, and the stream is their journal. */
function readNats({ options, origins }: MergedServeOptions): Result<NatsSettings | undefined> {
  if (options.nats === undefined) {
    if (options.nodes === undefined) return ok(undefined);
    return problem('--nodes needs --nats nats://…, which connects the nodes');
  }
  const location = parseNatsSettings(options.nats);
  if (!location.ok) return problem(`--nats ${location.problem}`);
  if (!isPostgres(options.database)) return problem('--nats needs --database postgres://…, which all nodes share');
  if (origins.has('durability'))
    return problem('--durability cannot be used with --nats: the stream stores the events');
  return location;
}

function readBots(given: readonly (readonly [string, string])[], house: boolean): Result<Map<string, string>> {
  const bots = new Map<string, string>();
  for (const [name, command] of given) {
    const wrong = nameProblem(name);
    if (wrong !== undefined) return problem(`bot ${JSON.stringify(name)} ${wrong}`);
    if (command.trim() === '') return problem(`bot ${name}: the command is missing, as in ${name}="gnugo --mode gtp"`);
    if (bots.has(name)) return problem(`bot ${name}: the name is used twice`);
    if (house && isBuiltInName(name)) return problem(`bot ${name}: a built-in player has this name`);
    bots.set(name, command);
  }
  return ok(bots);
}

/** Configures each protocol of the plain port from its table `[plain.NAME]`. */
function configurePlain(
  plain: Readonly<Record<string, PlainPortSettingsTable>>,
  protocols: readonly ServedProtocol[],
): Result<Map<ServedProtocol, OpenServerSession>> {
  const unknown = Object.keys(plain).find((name) => protocols.every((each) => each.name !== name));
  if (unknown !== undefined) return problem(`[plain.${unknown}]: unknown protocol`);
  const spoken = new Map<ServedProtocol, OpenServerSession>();
  for (const protocol of protocols) {
    const given = Object.entries(plain[protocol.name] ?? {}).map(([key, value]) => [key, String(value)] as const);
    const configured = protocol.configure(Object.fromEntries(given), version);
    if (!configured.ok) return problem(`[plain.${protocol.name}]: ${configured.problem}`);
    spoken.set(protocol, configured.value);
  }
  return ok(spoken);
}
