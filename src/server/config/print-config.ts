import { stringify } from 'smol-toml';
import { maximumConnections } from '../limits/open-files.ts';
import type { GivenOptions, Origin } from './config-options.ts';

/** Replaces the password of a database URL, before the host or among the parameters. */
const MASK = '***';

/**
 * The configuration in force as TOML, in the form that `--config` reads. A comment names the source of each value. The password
 * of a database URL is masked.
 */
export function printConfig(given: GivenOptions): string {
  const { options, origins } = given;
  const source = (name: string): Origin => origins.get(name) ?? 'default';
  const line = (name: string, value: unknown): string => `${stringify({ [name]: value }).trim()} # ${source(name)}`;
  const table = (name: string, values: object): string =>
    `\n# ${source(name)}\n${stringify({ [name]: values }).trim()}`;
  const values: Record<string, unknown> = {
    ...options,
    database: masked(options.database),
    'house-seats': given.seats,
    administrators: given.administrators,
  };
  const { plain, bots } = given;
  return `${[
    ...Object.entries(values).map(([name, value]) => line(name, value)),
    table('limits', { connections: maximumConnections(), ...given.limits }),
    ...(bots.length === 0 ? [] : [table('bots', Object.fromEntries(bots))]),
    ...(Object.keys(plain).length === 0 ? [] : [table('plain', plain)]),
  ].join('\n')}\n`;
}

function masked(database: string): string {
  if (!URL.canParse(database)) return database;
  const url = new URL(database);
  const hasSecret = url.password !== '' || url.searchParams.has('password');
  if (!hasSecret) return database;
  if (url.password !== '') url.password = MASK;
  if (url.searchParams.has('password')) url.searchParams.set('password', MASK);
  return url.href;
}
