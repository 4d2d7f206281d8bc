import { readFileSync } from 'node:fs';
import { parse as parseToml, TomlError } from 'smol-toml';
import { z } from 'zod';
import type { Cost } from '../../accounts/password-hashing.ts';
import { archiveBeside } from '../../database/location.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import type { OpenSession } from '../../protocols/protocol.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import { READ_ONCE } from '../../protocols/read-settings.ts';
import { ok, problem, type Result } from '../../result.ts';
import { isBuiltInName } from '../computer-players/built-in-players.ts';
import { nameProblem } from '../computer-players/computer-name.ts';
import type { ConnectionLimits } from '../limits/admission.ts';
import { type AccessConfig, accessOptions, readAccess } from './access-config.ts';
import { limitsTable, readLimits } from './limits-config.ts';
import { type ListenUrl, parseListenUrl } from './listen-url.ts';

const DURABILITIES = ['disk', 'os', 'none'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Who may read the metrics. */
const READERS = ['here', 'everyone', 'nobody'] as const;

const LONGEST = 1e9;
const seconds = (least: number) => {
  const error = `must be a number of seconds from ${least} to ${LONGEST}`;
  return z.number({ error }).min(least, { error }).max(LONGEST, { error });
};
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const text = z.string({ error: 'must be a text' }).min(1, { error: 'must not be empty' });
const portError = { error: 'must be a whole number from 0 to 65535' };

/** A file or a PostgreSQL URL. */
const databasePlace = text.refine((where) => !where.includes('://') || /^postgres(?:ql)?:\/\//.test(where), {
  error: 'must be a file or a URL that begins with postgres://',
});

/** Options of both the command line and the config file. Times are in seconds. */
const options = z.strictObject({
  host: text.exactOptional(),
  port: z.int(portError).min(0, portError).max(65_535, portError).exactOptional(),
  listen: z.array(text, { error: 'must be a list of URLs' }).exactOptional(),
  data: text.exactOptional(),
  database: databasePlace.exactOptional(),
  durability: oneOf(DURABILITIES).exactOptional(),
  grace: seconds(0).exactOptional(),
  resume: seconds(0).exactOptional(),
  idle: seconds(1).exactOptional(),
  drain: seconds(0).exactOptional(),
  house: z.boolean({ error: 'must be true or false' }).exactOptional(),
  'house-wait': seconds(0).exactOptional(),
  metrics: oneOf(READERS).exactOptional(),
  'log-level': oneOf(LOG_LEVELS).exactOptional(),
  ...accessOptions,
});

/** The suffix of a listener's name if its URL was given before. */
const TWIN = / #\d+$/;

const settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const seatsError = { error: 'must be a whole number from 1 to 1000' };
const file = options.extend({
  plain: z.record(z.string(), settings).exactOptional(),
  bots: z.record(z.string(), text).exactOptional(),
  'house-seats': z.int(seatsError).min(1, seatsError).max(1000, seatsError).exactOptional(),
  administrators: z.array(text, { error: 'must be a list of names' }).exactOptional(),
  limits: limitsTable,
});
const commandLine = options.extend({
  bot: z.array(text).exactOptional(),
  admin: z.array(text).exactOptional(),
});

type Options = Required<Omit<z.infer<typeof options>, 'database' | keyof typeof accessOptions>>;

const DEFAULTS: Options = {
  host: '127.0.0.1',
  port: 1919,
  listen: [],
  data: './tengen.db',
  durability: 'disk',
  grace: 0,
  resume: 120,
  idle: 3600,
  drain: 0,
  house: false,
  'house-wait': 10,
  metrics: 'here',
  'log-level': 'info',
};

/** The checked configuration of `tengen serve`. */
export interface ServeConfig extends Omit<Options, 'listen'> {
  readonly listeners: readonly ListenUrl[];
  /** The database of archive and accounts: a file, `:memory:` or a PostgreSQL URL. */
  readonly database: string;
  /** The commands of engines that are seated as computer players, by name, and the maximum number of seats of each. */
  readonly bots: ReadonlyMap<string, string>;
  readonly 'house-seats': number;
  /** The names of administrators. */
  readonly administrators: readonly string[];
  readonly access: AccessConfig;
  readonly limits: ConnectionLimits;
  /** The cost of password hashes, which only tests change. */
  readonly passwordCost?: Cost;
  /** The protocols of the plain port, with their settings. */
  readonly spoken: ReadonlyMap<Protocol, OpenSession>;
}

/** The command line overrides the config file, which overrides the defaults. The problem is one clear line. */
export function readConfig(
  given: Readonly<Record<string, unknown>>,
  path: string | undefined,
  protocols: readonly Protocol[],
): Result<ServeConfig> {
  const fromFile: Result<z.infer<typeof file>> = path === undefined ? ok({}) : readFile(path);
  if (!fromFile.ok) return fromFile;
  const {
    plain = {},
    bots: fileBots = {},
    'house-seats': seats = 16,
    administrators: fileAdmins = [],
    limits,
    ...fileOptions
  } = fromFile.value;
  const said = commandLine.safeParse(given, READ_ONCE);
  if (!said.success) return problem(describe(said.error, '--'));
  const { bot, admin: administrators = fileAdmins, ...lineOptions } = said.data;
  const merged = { ...DEFAULTS, ...fileOptions, ...lineOptions };
  const { database = databaseBeside(merged) } = merged;
  const bots = readBots(bot?.map(parseBot) ?? Object.entries(fileBots), merged.house);
  if (!bots.ok) return bots;
  const nameless = administrators.find((name) => !values().name.safeParse(name).success);
  if (nameless !== undefined) return problem(`administrator ${JSON.stringify(nameless)} is no name`);
  const access = readAccess(merged);
  if (!access.ok) return access;
  const spoken = configurePlain(plain, protocols);
  if (!spoken.ok) return spoken;
  const listeners: ListenUrl[] = [];
  for (const text of merged.listen) {
    const url = parseListenUrl(text, protocols);
    if (!url.ok) return problem(`--listen ${url.problem}`);
    const twins = listeners.filter(({ name }) => name.replace(TWIN, '') === url.value.name).length;
    listeners.push(twins === 0 ? url.value : { ...url.value, name: `${url.value.name} #${twins + 1}` });
  }
  return ok({
    ...merged,
    database,
    limits: readLimits(limits),
    listeners,
    bots: bots.value,
    'house-seats': seats,
    administrators,
    access: access.value,
    spoken: spoken.value,
  });
}

/** Without a journal file the archive is in memory too. */
const databaseBeside = ({ durability, data }: Pick<Options, 'durability' | 'data'>): string =>
  durability === 'none' ? ':memory:' : archiveBeside(data);

function readFile(path: string): Result<z.infer<typeof file>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return problem(`cannot read the config file ${path}: ${error instanceof Error ? error.message : error}`);
  }
  try {
    const read = file.safeParse(parseToml(text), READ_ONCE);
    return read.success ? ok(read.data) : problem(`${path}: ${describe(read.error, '')}`);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return problem(`${path}, line ${error.line}: ${error.message.split('\n', 1)[0]}`);
  }
}

/** Splits `NAME=COMMAND` at the first `=`. */
function parseBot(text: string): readonly [string, string] {
  const end = text.indexOf('=');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

function readBots(given: readonly (readonly [string, string])[], house: boolean): Result<Map<string, string>> {
  const bots = new Map<string, string>();
  for (const [name, command] of given) {
    const wrong = nameProblem(name);
    if (wrong !== undefined) return problem(`bot ${JSON.stringify(name)} ${wrong}`);
    if (command.trim() === '') return problem(`bot ${name}: the command is missing, as in ${name}="gnugo --mode gtp"`);
    if (bots.has(name)) return problem(`bot ${name}: two have that name`);
    if (house && isBuiltInName(name)) return problem(`bot ${name}: that is the name of a built-in player`);
    bots.set(name, command);
  }
  return ok(bots);
}

/** Configures each protocol of the plain port from its table `[plain.NAME]`. */
function configurePlain(
  plain: Readonly<Record<string, z.infer<typeof settings>>>,
  protocols: readonly Protocol[],
): Result<Map<Protocol, OpenSession>> {
  const unknown = Object.keys(plain).find((name) => protocols.every((each) => each.name !== name));
  if (unknown !== undefined) return problem(`[plain.${unknown}]: there is no such protocol`);
  const spoken = new Map<Protocol, OpenSession>();
  for (const protocol of protocols) {
    const given = Object.entries(plain[protocol.name] ?? {}).map(([key, value]) => [key, String(value)] as const);
    const configured = protocol.configure(Object.fromEntries(given));
    if (!configured.ok) return problem(`[plain.${protocol.name}]: ${configured.problem}`);
    spoken.set(protocol, configured.value);
  }
  return ok(spoken);
}

/** The first problem, as `--port: expected …`. */
function describe(error: z.ZodError, prefix: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'unreadable';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${prefix}${where} ${issue.message}`;
}
