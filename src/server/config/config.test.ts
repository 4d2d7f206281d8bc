import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { SERVERS, serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { readConfig } from './config.ts';

function configFile(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tengen.toml');
  writeFileSync(path, text);
  return path;
}

/** Reads a configuration. Returns it without the protocols of the plain port. */
function options(commandLine: Record<string, unknown>, path?: string) {
  const read = readConfig(commandLine, path, SERVERS);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  const { plainProtocols: _, limits: _limits, listeners, ...others } = read.value;
  return { ...others, listeners: listeners.map(({ name }) => name) };
}

const DEFAULTS = {
  host: '127.0.0.1',
  port: 1919,
  listen: [],
  data: './tengen.db',
  database: './tengen-archive.db',
  durability: 'disk',
  grace: 0,
  resume: 120,
  idle: 3600,
  lag: 0.25,
  drain: 0,
  metrics: 'loopback',
  'log-level': 'info',
  house: false,
  'house-wait': 10,
  'house-seats': 16,
  'guard-names': false,
  course: undefined,
  accountLimits: { registrationsPerHour: undefined, wrongPasswords: undefined },
  bots: new Map(),
  administrators: [],
  access: { proxies: [], allow: [], deny: [], origins: [] },
  listeners: [],
};

describe('an option', () => {
  test('has its default if it is absent', () => assert.deepEqual(options({}), DEFAULTS));

  test('of the command line overrides the file, which overrides the default', (t) => {
    const path = configFile(t, 'port = 1\ngrace = 2.5\nidle = 60\nresume = 0\n"log-level" = "warn"\n');
    assert.deepEqual(options({ port: 2, idle: 61 }, path), {
      ...DEFAULTS,
      port: 2,
      grace: 2.5,
      idle: 61,
      resume: 0,
      'log-level': 'warn',
    });
  });

  for (const [wrong, expected] of [
    [{ port: 65_536 }, /^--port must be a whole number from 0 to 65535$/],
    [{ port: 'x' }, /^--port/],
    [{ host: '' }, /^--host/],
    [{ database: '' }, /^--database/],
    [
      { database: 'mysql://alice:secret@db.example/x' },
      /^--database must be a file or a URL that begins with postgres:/,
    ],
    [{ nodes: 2 }, /^--nodes needs --nats nats:/],
    [{ nodes: 65 }, /^--nodes must be a whole number from 1 to 64$/],
    [{ grace: -1 }, /^--grace/],
    [{ idle: 0 }, /^--idle/],
    [{ drain: -1 }, /^--drain/],
    [{ resume: Number.POSITIVE_INFINITY }, /^--resume/],
    [{ durability: 'stone' }, /^--durability must be one of disk, os, none$/],
    [{ 'log-level': 'loud' }, /^--log-level/],
    [{ metrics: 'some' }, /^--metrics must be one of loopback, all, none/],
    [{ listen: ['morse://127.0.0.1:0'] }, /^--listen .*morse/],
    [{ 'house-wait': -1 }, /^--house-wait/],
    [{ admin: ['\u2800'] }, /^administrator "\u2800" is not a valid name$/],
    [{ admin: ['a\nb'] }, /^administrator "a\\nb" is not a valid name$/],
    [{ bot: ['gnugo'] }, /^bot gnugo: the command is missing/],
    [{ bot: ['gnugo= '] }, /^bot gnugo: the command is missing/],
    [{ bot: ['Gnu Go=gnugo'] }, /^bot "Gnu Go" is not a valid name/],
    [{ bot: ['9=gnugo'] }, /^bot "9" is not a valid name/],
    [{ bot: [`${'a'.repeat(17)}=gnugo`] }, /is not a valid name/],
    [{ bot: ['guest=gnugo'] }, /^bot "guest" is reserved for players whose protocol has no names/],
    [{ bot: ['a=gnugo', 'a=pachi'] }, /^bot a: the name is used twice/],
    [{ house: true, bot: ['tengen=gnugo'] }, /^bot tengen: a built-in player has this name/],
    [{ house: true, bot: ['tengen3=gnugo'] }, /^bot tengen3: a built-in player has this name/],
  ] as const) {
    test(`may not be ${JSON.stringify(wrong)}`, () => {
      const read = readConfig(wrong, undefined, SERVERS);
      assert.ok(!read.ok);
      assert.match(read.problem, expected);
    });
  }
});

test('the default database is beside the journal, or in memory like the journal', () => {
  const postgres = 'postgres://tengen:secret@db.example/tengen';
  for (const [given, database] of [
    [{ data: '/var/games.db' }, '/var/games-archive.db'],
    [{ data: 'games' }, 'games-archive.db'],
    [{ durability: 'none' }, ':memory:'],
    [{ durability: 'none', database: 'kept.db' }, 'kept.db'],
    [{ data: 'games.db', database: postgres }, postgres],
  ] as const)
    assert.equal(options(given).database, database);
});

describe('a bot', () => {
  test('is a name and a command, which may have = in it', () => {
    const { bots } = options({ bot: ['gnugo=gnugo --mode gtp', 'tengen=x --level=3'] });
    assert.deepEqual(
      [...bots],
      [
        ['gnugo', 'gnugo --mode gtp'],
        ['tengen', 'x --level=3'],
      ],
    );
  });

  test('of the config file is overridden by the command line', (t) => {
    const path = configFile(t, 'house = true\nhouse-wait = 0.5\nhouse-seats = 2\n[bots]\ngnugo = "gnugo --mode gtp"\n');
    const given = { house: true, 'house-wait': 0.5, 'house-seats': 2 };
    assert.deepEqual(options({}, path), { ...DEFAULTS, ...given, bots: new Map([['gnugo', 'gnugo --mode gtp']]) });
    assert.deepEqual(options({ bot: ['pachi=pachi'] }, path), {
      ...DEFAULTS,
      ...given,
      bots: new Map([['pachi', 'pachi']]),
    });
  });
});

test('limits are a table of the file; by default the system limits the connections', (t) => {
  const limits = (text: string) => {
    const read = readConfig({}, configFile(t, text), SERVERS);
    return read.ok ? read.value.limits : read.problem;
  };
  const all = { connections: 9, perAddress: 8, newPerSecond: 7 };
  assert.deepEqual(limits('[limits]\nconnections = 9\nper-address = 8\nnew-per-second = 7\n'), all);
  assert.match(
    String(limits('[limits]\nconnections = 0\n')),
    /limits\.connections must be a whole number from 1 to 1000000$/,
  );
  const byDefault = limits('');
  assert.ok(typeof byDefault === 'object' && byDefault.connections >= 16);
  assert.deepEqual(Object.keys(byDefault), ['connections']);
});

test('administrators of the file are overridden by the command line', (t) => {
  const path = configFile(t, 'administrators = ["alice", "Łódź"]\n');
  assert.deepEqual(options({}, path).administrators, ['alice', 'Łódź']);
  assert.deepEqual(options({ admin: ['bob'] }, path).administrators, ['bob']);
});

describe('access rules', () => {
  test('of the command line override those of the file', (t) => {
    const path = configFile(
      t,
      'allow = ["10.0.0.0/8"]\ndeny = ["10.9.0.0/16", "2001:db8::/32"]\ntls-cert = "c.pem"\ntls-key = "k.pem"\n',
    );
    const given = {
      deny: ['192.0.2.7'],
      'trust-proxy': ['10.0.0.1'],
      origin: ['https://Go.example.org/', 'http://h:80'],
    };
    assert.deepEqual(options(given, path).access, {
      allow: ['10.0.0.0/8'],
      deny: ['192.0.2.7'],
      proxies: ['10.0.0.1'],
      origins: ['https://go.example.org', 'http://h'],
      certificate: { cert: 'c.pem', key: 'k.pem' },
    });
  });

  for (const given of [
    { 'tls-cert': 'c.pem' },
    { 'tls-key': 'k.pem' },
    { allow: ['here'] },
    { deny: ['10.0.0.0/33'] },
    { 'trust-proxy': ['10.0.0.0/8/8'] },
    { origin: ['go.example.org'] },
    { origin: ['https://go.example.org/page'] },
    { origin: ['ftp://go.example.org'] },
    { origin: ['https://*.example.org'] },
  ]) {
    test(`cannot be ${JSON.stringify(given)}`, () => {
      const read = readConfig(given, undefined, SERVERS);
      assert(
        !read.ok && /^--(?:tls-cert|tls-key|allow|deny|trust-proxy|origin) [^\n]+$/.test(read.problem),
        read.ok ? '' : read.problem,
      );
    });
  }
});

test('listeners with the same protocol and settings are numbered in order', () => {
  const listen = ['nu6://127.0.0.1:1920', 'nedap://127.0.0.1:1920', 'nu6://127.0.0.1:1921/', 'nu6://127.0.0.1:1922'];
  assert.deepEqual(options({ listen }).listeners, ['nu6', 'nedap', 'nu6 #2', 'nu6 #3']);
});

test('two listeners with the same name count as one', () => {
  const listen = ['nu6://127.0.0.1:1920?listener=a', 'nu6://127.0.0.1:1921?listener=a'];
  assert.deepEqual(options({ listen }).listeners, ['nu6?listener=a', 'nu6?listener=a']);
});

describe('the plain port', () => {
  /** The answer of a protocol to a client's first bytes. */
  function answer(path: string | undefined, protocol: string, text: string): string {
    const read = readConfig({}, path, SERVERS);
    assert.ok(read.ok, read.ok ? '' : read.problem);
    const known = serverNamed(protocol);
    assert.ok(known !== undefined);
    const session = read.value.plainProtocols.get(known)?.(0);
    assert.ok(session !== undefined);
    const { send } = session.receive(Buffer.from(text, 'latin1'), 0);
    return Buffer.concat(send).toString('latin1');
  }

  test('has every protocol by default', () => {
    assert.equal(answer(undefined, 'remastered', 'go 0.1.0\n'), 'ok 0.1.0\n');
    assert.equal(answer(undefined, 'nu6', 'CORE.PASS\n'), 'CORE.ERROR~PROTOCOL~CORE.PASS\n');
    assert.equal(answer(undefined, 'daigo', 'LIST\n'), 'ERROR 1\n');
    assert.equal(answer(undefined, 'nedap', 'CANCEL\n'), 'WARNING there is nothing to cancel\n');
    assert.equal(answer(undefined, 'gomokurs', '\x0a\0\0\0\x050.1.0'), '\0');
  });

  test('has a table of settings for each protocol, the same as in a URL', (t) => {
    const path = configFile(t, '[plain.gomokurs]\nabout = 1\nrule = "renju"\n[plain.daigo]\nkomi = 6.5\n');
    assert.equal(answer(path, 'gomokurs', '\x0a\0\0\0\x050.1.0'), '\0\x07');
  });

  for (const [text, expected] of [
    ['[plain.morse]\n', /plain\.morse.*unknown protocol/],
    ['[plain.daigo]\nsize = 1\n', /\[plain\.daigo\].*size.*"1"/],
    ['[plain.daigo]\ncolour = "red"\n', /\[plain\.daigo\].*"colour"/],
    ['[plain.gomokurs]\nabout = true\n', /\[plain\.gomokurs\].*about.*"true"/],
    ['bogus = 1\n', /bogus/],
    ['[bots]\n"Gnu Go" = "gnugo"\n', /bot "Gnu Go" is not a valid name/],
    ['house-seats = 0\n', /house-seats must be a whole number/],
    ['house = "yes"\n', /house must be true or false/],
    ['administrators = "alice"\n', /administrators must be a list of names/],
    ['port = "x"\n', /port/],
    ['port = 0\nx y\n', /line 2/],
  ] as const) {
    test(`cannot have the settings ${JSON.stringify(text)}`, (t) => {
      const read = readConfig({}, configFile(t, text), SERVERS);
      assert.ok(!read.ok);
      assert.match(read.problem, expected);
      assert.doesNotMatch(read.problem, /\n/);
    });
  }
});
