import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'smol-toml';
import { SERVERS } from '../../../test/support/protocols/loaded-protocols.ts';
import { DEFAULT_ACCOUNT_RATE_LIMITS } from '../../accounts/account-rate-limiter.ts';
import { readConfig } from './config.ts';
import { readOptions } from './config-options.ts';
import { printConfig } from './print-config.ts';

function writeConfig(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tengen.toml');
  writeFileSync(path, text);
  return path;
}

function print(commandLine: Record<string, unknown>, path?: string): string {
  const read = readOptions(commandLine, path);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  return printConfig(read.value);
}

const FILE = `port = 2000
grace = 2.5
allow = ["10.0.0.0/8"]
administrators = ["alice"]

[plain.gomokurs]
size = 15

[bots]
gnugo = "gnugo --mode gtp"

[limits]
per-address = 7
`;

test('each value is printed with its source', (t) => {
  const lines = print({ port: 2001, admin: ['bob'] }, writeConfig(t, FILE)).split('\n');
  for (const line of [
    'host = "127.0.0.1" # default',
    'grace = 2.5 # file',
    'port = 2001 # command line',
    'administrators = [ "bob" ] # command line',
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(lines[lines.indexOf('[bots]') - 1], '# file');
  const limits = lines.slice(lines.indexOf('[limits]') + 1, lines.indexOf('[limits]') + 6);
  assert.match(limits.shift() ?? '', /^connections = \d+ # default$/);
  assert.deepEqual(limits, [
    'per-address = 7 # file',
    '# new-per-second = 100 # default; not applied to this machine',
    'registrations-per-hour = 10 # default',
    'wrong-passwords = 500 # default',
  ]);
});

test('options with defaults and unset options are printed too', () => {
  const lines = print({ course: 'class.csv' }).split('\n');
  for (const name of ['allow', 'deny', 'origin', 'trust-proxy']) assert(lines.includes(`${name} = [] # default`), name);
  const unset = lines.find((line) => line.startsWith('# not set: ')) ?? '';
  assert.match(unset, /tls-cert, tls-key/);
  assert.doesNotMatch(unset, /course|host|database/);
});

test('the printed text is a config file with the same configuration', (t) => {
  const commandLine = {
    port: 2001,
    house: true,
    listen: ['daigo://127.0.0.1:0?size=13'],
    'tls-cert': 'c',
    'tls-key': 'k',
  };
  const path = writeConfig(t, FILE);
  const again = writeConfig(t, print(commandLine, path));
  const [before, after] = [readConfig(commandLine, path, SERVERS), readConfig({}, again, SERVERS)];
  assert.ok(before.ok && after.ok);
  // An absent value means the same as its default.
  const comparable = ({ listeners, plainProtocols, accountLimits, ...others }: typeof before.value) => ({
    'trust-proxy': [],
    allow: [],
    deny: [],
    origin: [],
    ...others,
    registrationsPerHour: accountLimits.registrationsPerHour ?? DEFAULT_ACCOUNT_RATE_LIMITS.registrationsPerHour,
    wrongPasswords: accountLimits.wrongPasswords ?? DEFAULT_ACCOUNT_RATE_LIMITS.wrongPasswords,
    listeners: listeners.map(({ name }) => name),
    plainProtocols: [...plainProtocols.keys()].map(({ name }) => name),
  });
  assert.deepEqual(comparable(after.value), comparable(before.value));
});

for (const [url, shown] of [
  ['postgres://tengen:very-secret@db.example:5432/games', 'postgres://tengen:***@db.example:5432/games'],
  ['postgres://db.example/games?user=tengen&password=secret', 'postgres://db.example/games?user=tengen&password=***'],
  ['postgres://db.example/games?sslpassword=secret&x=1', 'postgres://db.example/games?sslpassword=***&x=1'],
  ['postgresql://tengen:se#cret@db.example', 'postgresql://***'],
  ['postgres://tengen:1?secret@db.example', 'postgres://***'],
  ['postgres://tengen:1/secret@db.example', 'postgres://***'],
  ['postgres://tengen@db.example/games', 'postgres://tengen@db.example/games'],
] as const) {
  test(`the password of a database URL is masked: ${shown}`, () => {
    const text = print({ database: url });
    assert.doesNotMatch(text, /secret|cret/);
    assert.equal(parse(text)['database'], shown);
  });
}

test('commands of bots are printed with a warning', () => {
  assert.match(print({ bot: ['x=engine --token abc'] }), /^# Commands .*\n# command line\n\[bots\]\nx = "engine/m);
  assert.doesNotMatch(print({}), /Commands/);
});
