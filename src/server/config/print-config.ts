import { stringify } from 'smol-toml';
import { DEFAULT_ACCOUNT_RATE_LIMITS } from '../../accounts/account-rate-limiter.ts';
import { ADDRESS_LIMITS } from '../limits/connection-limiter.ts';
import { maximumConnections } from '../limits/open-file-limit.ts';
import { type MergedServeOptions, OPTION_NAMES, type OptionSource } from './config-options.ts';

/** Replaces the passwords in a database URL, or the whole rest of a URL that cannot be parsed. */
const MASK = '***';

/** The defaults of lists: every address may connect, no proxy is trusted, and no origin is known. */
const EMPTY = { 'trust-proxy': [], allow: [], deny: [], origin: [] };

/**
 * The configuration in force as TOML, in the form that `--config` reads. A comment names the source of each value. Passwords in the
 * database URL are masked. The commands of bots are printed as they are.
 */
export function printConfig(given: MergedServeOptions): string {
  const { options, origins } = given;
  const source = (name: string): OptionSource => origins.get(name) ?? 'default';
  const line = (name: string, value: unknown, origin = source(name)): string =>
    `${stringify({ [name]: value }).trim()} # ${origin}`;
  const table = (name: string, values: object): string =>
    `\n# ${source(name)}\n${stringify({ [name]: values }).trim()}`;
  const values: Record<string, unknown> = {
    ...EMPTY,
    ...options,
    database: masked(options.database),
    'house-seats': given.seats,
    administrators: given.administrators,
  };
  const { plain, bots, limits = {} } = given;
  const unset = OPTION_NAMES.filter((name) => !(name in values));
  return `${[
    ...Object.entries(values).map(([name, value]) => line(name, value)),
    ...(unset.length === 0 ? [] : [`# not set: ${unset.join(', ')}`]),
    ['\n[limits]', ...limitLines(limits)].join('\n'),
    ...(bots.length === 0
      ? []
      : [
          `\n# Commands are printed in full, with the passwords and tokens in them.${table('bots', Object.fromEntries(bots))}`,
        ]),
    ...(Object.keys(plain).length === 0 ? [] : [table('plain', plain)]),
  ].join('\n')}\n`;
}

/** The defaults of limits per address are comments, because they do not apply to this machine. A value from a file does. */
function limitLines(given: NonNullable<MergedServeOptions['limits']>): string[] {
  const { perAddress, newPerSecond } = ADDRESS_LIMITS;
  const { registrationsPerHour, wrongPasswords } = DEFAULT_ACCOUNT_RATE_LIMITS;
  const defaults = {
    connections: maximumConnections(),
    'per-address': perAddress,
    'new-per-second': newPerSecond,
    'registrations-per-hour': registrationsPerHour,
    'wrong-passwords': wrongPasswords,
  };
  const exempt = ['per-address', 'new-per-second'];
  return Object.entries({ ...defaults, ...given }).map(([name, value]) => {
    if (name in given) return `${name} = ${value} # file`;
    return exempt.includes(name)
      ? `# ${name} = ${value} # default; not applied to this machine`
      : `${name} = ${value} # default`;
  });
}

function masked(database: string): string {
  const [scheme] = /^postgres(?:ql)?:\/\//.exec(database) ?? [];
  if (scheme === undefined) return database;
  const url = URL.parse(database);
  // If there is an `@` after the host, a part of a password with `#`, `?` or `/` was parsed as another part of the URL.
  if (url === null || /@/.test(url.pathname + url.search + url.hash)) return `${scheme}${MASK}`;
  const secrets = [...url.searchParams.keys()].filter((name) => /password/i.test(name));
  if (url.password === '' && secrets.length === 0) return database;
  if (url.password !== '') url.password = MASK;
  for (const name of secrets) url.searchParams.set(name, MASK);
  return url.href;
}
