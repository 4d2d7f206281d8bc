import { stringify } from 'smol-toml';
import { maximumConnections } from '../limits/open-files.ts';
import type { GivenOptions, Origin } from './config-options.ts';

/** Replaces the password of a database URL, before the host or among the parameters, or all of a URL that cannot be read. */
const MASK = '***';

/**
 * The configuration in force as TOML, in the form that `--config` reads. A comment names the source of each value. Passwords in
 * the database URL are masked. The commands of bots are not.
 */
export function printConfig(given: GivenOptions): string {
  const { options, origins } = given;
  const source = (name: string): Origin => origins.get(name) ?? 'default';
  const line = (name: string, value: unknown, origin = source(name)): string =>
    `${stringify({ [name]: value }).trim()} # ${origin}`;
  const table = (name: string, values: object): string =>
    `\n# ${source(name)}\n${stringify({ [name]: values }).trim()}`;
  const values: Record<string, unknown> = {
    ...options,
    database: masked(options.database),
    'house-seats': given.seats,
    administrators: given.administrators,
  };
  const { plain, bots, limits = {} } = given;
  const limitLines = Object.entries({ connections: maximumConnections(), ...limits }).map(([name, value]) =>
    line(name, value, name in limits ? 'file' : 'default'),
  );
  return `${[
    ...Object.entries(values).map(([name, value]) => line(name, value)),
    ['\n[limits]', ...limitLines].join('\n'),
    ...(bots.length === 0
      ? []
      : [
          `\n# Commands are printed whole, with any password or token in them.${table('bots', Object.fromEntries(bots))}`,
        ]),
    ...(Object.keys(plain).length === 0 ? [] : [table('plain', plain)]),
  ].join('\n')}\n`;
}

function masked(database: string): string {
  const [scheme] = /^postgres(?:ql)?:\/\//.exec(database) ?? [];
  if (scheme === undefined) return database;
  const url = URL.parse(database);
  // An `@` after the host: a password with `#`, `?` or `/` has been taken for another part.
  if (url === null || /@/.test(url.pathname + url.search + url.hash)) return `${scheme}${MASK}`;
  const secrets = [...url.searchParams.keys()].filter((name) => /password/i.test(name));
  if (url.password === '' && secrets.length === 0) return database;
  if (url.password !== '') url.password = MASK;
  for (const name of secrets) url.searchParams.set(name, MASK);
  return url.href;
}
