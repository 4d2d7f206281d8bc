import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { archiveBeside } from '../../database/database-location.ts';
import { DEFAULT_PORT } from '../../protocols/protocol-url.ts';
import { READ_ONCE } from '../../protocols/read-settings.ts';
import { ok, problem, type Result } from '../../result.ts';
import { parseToml } from '../../toml.ts';
import { accessOptions } from './access-config.ts';
import { limitsTable } from './limits-config.ts';
import { DURABILITIES, LOG_LEVELS, METRICS_READERS } from './option-choices.ts';

const MAXIMUM_SECONDS = 1e9;
const seconds = (least: number) => {
  const error = `must be a number of seconds from ${least} to ${MAXIMUM_SECONDS}`;
  return z.number({ error }).min(least, { error }).max(MAXIMUM_SECONDS, { error });
};
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const text = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });
const MAXIMUM_NODES = 64;
const nodesError = { error: `must be a whole number from 1 to ${MAXIMUM_NODES}` };
const portError = { error: 'must be a whole number from 0 to 65535' };

/** A file or a PostgreSQL URL. */
const databaseLocation = text.refine((where) => !where.includes('://') || /^postgres(?:ql)?:\/\//.test(where), {
  error: 'must be a file or a URL that begins with postgres://',
});

/** Options of both the command line and the config file. Times are in seconds. */
const options = z.strictObject({
  host: text.exactOptional(),
  port: z.int(portError).min(0, portError).max(65_535, portError).exactOptional(),
  listen: z.array(text, { error: 'must be a list of URLs' }).exactOptional(),
  data: text.exactOptional(),
  database: databaseLocation.exactOptional(),
  durability: oneOf(DURABILITIES).exactOptional(),
  nats: text.exactOptional(),
  nodes: z.int(nodesError).min(1, nodesError).max(MAXIMUM_NODES, nodesError).exactOptional(),
  grace: seconds(0).exactOptional(),
  resume: seconds(0).exactOptional(),
  idle: seconds(1).exactOptional(),
  lag: seconds(0).exactOptional(),
  drain: seconds(0).exactOptional(),
  house: z.boolean({ error: 'must be true or false' }).exactOptional(),
  'house-wait': seconds(0).exactOptional(),
  course: text.exactOptional(),
  'guard-names': z.boolean({ error: 'must be true or false' }).exactOptional(),
  metrics: oneOf(METRICS_READERS).exactOptional(),
  'log-level': oneOf(LOG_LEVELS).exactOptional(),
  ...accessOptions,
});

export const OPTION_NAMES: readonly string[] = Object.keys(options.shape);

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

export type ServeOptions = Required<
  Omit<z.infer<typeof options>, 'database' | 'course' | 'nats' | 'nodes' | keyof typeof accessOptions>
>;

/** The default of the maximum number of seats of an engine. */
const DEFAULT_SEATS = 16;

const DEFAULTS: ServeOptions = {
  host: '127.0.0.1',
  port: DEFAULT_PORT,
  listen: [],
  data: './tengen.db',
  durability: 'disk',
  grace: 0,
  resume: 120,
  idle: 3600,
  lag: 0.25,
  drain: 0,
  house: false,
  'house-wait': 10,
  'guard-names': false,
  metrics: 'loopback',
  'log-level': 'info',
};

export type OptionSource = 'default' | 'file' | 'command line';

/** The values of all options, before they are checked against each other. */
export interface MergedServeOptions {
  readonly options: ServeOptions &
    z.infer<z.ZodObject<typeof accessOptions>> & {
      readonly database: string;
      readonly course?: string;
      readonly nats?: string;
      readonly nodes?: number;
    };
  /** The sources by option. An option that is absent has its default. */
  readonly origins: ReadonlyMap<string, OptionSource>;
  readonly bots: readonly (readonly [name: string, command: string])[];
  readonly seats: number;
  readonly administrators: readonly string[];
  readonly plain: Readonly<Record<string, PlainPortSettingsTable>>;
  readonly limits: z.infer<typeof limitsTable> | undefined;
}

export type PlainPortSettingsTable = z.infer<typeof settings>;

/** Reads all options. The command line overrides the config file, which overrides the defaults. A problem is described in one line. */
export function readOptions(
  given: Readonly<Record<string, unknown>>,
  path: string | undefined,
): Result<MergedServeOptions> {
  const fromFile: Result<z.infer<typeof file>> = path === undefined ? ok({}) : readFile(path);
  if (!fromFile.ok) return fromFile;
  const {
    plain = {},
    bots: fileBots = {},
    'house-seats': seats = DEFAULT_SEATS,
    administrators: fileAdmins = [],
    limits,
    ...fileOptions
  } = fromFile.value;
  const fromCommandLine = commandLine.safeParse(given, READ_ONCE);
  if (!fromCommandLine.success) return problem(describe(fromCommandLine.error, '--'));
  const { bot, admin: administrators = fileAdmins, ...lineOptions } = fromCommandLine.data;
  const merged = { ...DEFAULTS, ...fileOptions, ...lineOptions };
  const origins = new Map<string, OptionSource>();
  for (const name of Object.keys(fromFile.value)) origins.set(name, 'file');
  for (const name of Object.keys(fromCommandLine.data)) origins.set(NAMES_IN_FILE.get(name) ?? name, 'command line');
  return ok({
    options: { ...merged, database: merged.database ?? databaseBeside(merged) },
    origins,
    bots: bot?.map(parseBot) ?? Object.entries(fileBots),
    seats,
    administrators,
    plain,
    limits,
  });
}

/** Options of the command line that have another name in the file. */
const NAMES_IN_FILE = new Map([
  ['bot', 'bots'],
  ['admin', 'administrators'],
]);

/** The default database: beside the journal file, or in memory if there is no journal file. */
const databaseBeside = ({ durability, data }: Pick<ServeOptions, 'durability' | 'data'>): string =>
  durability === 'none' ? ':memory:' : archiveBeside(data);

function readFile(path: string): Result<z.infer<typeof file>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return problem(`cannot read the config file ${path}: ${error instanceof Error ? error.message : error}`);
  }
  const table = parseToml(text);
  if (!table.ok) return problem(`${path}: ${table.problem}`);
  const read = file.safeParse(table.value, READ_ONCE);
  return read.success ? ok(read.data) : problem(`${path}: ${describe(read.error, '')}`);
}

/** Splits `NAME=COMMAND` at the first `=`. */
function parseBot(text: string): readonly [string, string] {
  const end = text.indexOf('=');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

/** The first problem, as `--port: expected …`. */
function describe(error: z.ZodError, prefix: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'unreadable';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${prefix}${where} ${issue.message}`;
}
