import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveCommand } from '../../../src/cli/commands/serve-command.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { SERVERS } from '../../support/protocols/loaded-protocols.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const FILES = [
  'Dockerfile',
  'compose.yaml',
  'deploy/tengen.service',
  'deploy/tengen.toml',
  'deploy/haproxy.cfg',
  'deploy/nginx.conf',
  'deploy/Caddyfile',
];
/** The compose file of three nodes with NATS, PostgreSQL, a load balancer, Prometheus and Grafana. */
const COMPOSE_NODES = 'deploy/compose.nodes.yaml';

describe('the files for operators', () => {
  test('name only options of tengen serve', () => {
    const known = new Set(serveCommand.options.map(({ long }) => long));
    const lines = FILES.flatMap((file) => textOf(file).split('\n')).filter((line) => line.includes('serve'));
    const unknown = lines.flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? []).filter((option) => !known.has(option));
    assert.ok(lines.length >= FILES.length - 1);
    assert.deepEqual(unknown, []);
  });

  test('contain a valid configuration file', () => {
    const read = readConfig({}, join(root, 'deploy/tengen.toml'), SERVERS);
    assert.ok(read.ok, read.ok ? '' : read.problem);
  });

  test('build an image with the version of Node that the package needs, from files that exist', () => {
    const { engines } = JSON.parse(textOf('package.json'));
    const [, version] = /FROM node:(\d+)/.exec(textOf('Dockerfile')) ?? [];
    assert.equal(engines.node, `>=${version}`);
    const included = textOf('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    assert.deepEqual(
      included.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  test('run a container that is not root and writes only to its volume and /tmp', () => {
    const image =
      textOf('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    assert.match(image, /^USER node$/m);
    const [, service = ''] = /^services:\n(.*?)^volumes:/ms.exec(textOf('compose.yaml')) ?? [];
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'security_opt: ["no-new-privileges:true"]',
      'tmpfs: [/tmp]',
    ])
      assert.ok(service.includes(`    ${line}\n`), line);
    assert.deepEqual(service.match(/(?<=^ {6}- )\w+:\/.*$/gm), ['data:/data']);
  });

  test('have npm scripts without syntax of POSIX shells', () => {
    const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts;
    const withShellSyntax = Object.values(scripts).filter((script) =>
      /['$`;|<>\\]|(?:^|&& )(?:exec |\w+=)/.test(script),
    );
    assert.deepEqual(withShellSyntax, []);
  });

  test('have systemd units that start the program where docs/operations.md installs it', () => {
    const { name, bin } = JSON.parse(textOf('package.json'));
    const [, prefix] = /npm install --prefix (\S+)/.exec(textOf('docs/operations.md')) ?? [];
    for (const unit of ['deploy/tengen.service', 'deploy/tengen-backup.service']) {
      const [, started] = /^ExecStart=.*\/node (\S+) (?:serve|export) /m.exec(textOf(unit)) ?? [];
      assert.equal(started, `${prefix}/node_modules/${name}/${bin.tengen}`);
    }
  });

  test('have a systemd unit that allows the system call of src/thread-priority.ts', () => {
    const filters = textOf('deploy/tengen.service').match(/(?<=^SystemCallFilter=).+$/gm) ?? [];
    const denied = filters.findLastIndex((filter) => filter.startsWith('~') && filter.includes('@resources'));
    assert.ok(filters.slice(denied + 1).includes('setpriority'), filters.join('; '));
  });

  test('agree with docs/operations.md: every message under "What to do when" is in the source', () => {
    const [, table = ''] = /^## What to do when\n(.*)/ms.exec(textOf('docs/operations.md')) ?? [];
    const messages = [...table.matchAll(/^\|[^|]*`(\w+(?: \w+){2,})`/gm)].map(([, message = '']) => message);
    assert.ok(messages.length >= 2);
    const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
    const unknown = messages.filter((message) => !sources.some((file) => textOf(file).includes(message)));
    assert.deepEqual(unknown, []);
  });

  test('agree on the ports', () => {
    const read = readConfig({}, join(root, 'deploy/tengen.toml'), SERVERS);
    assert.ok(read.ok);
    const { port } = read.value;
    const used = (file: string, pattern: RegExp): string[] => textOf(file).match(pattern) ?? [];
    assert.deepEqual(used('Dockerfile', /(?<=EXPOSE |127\.0\.0\.1:)\d+/g), [`${port}`, `${port}`]);
    assert.deepEqual(used('compose.yaml', /\d+:\d+/g), [`${port}:${port}`]);
    assert.deepEqual(used('deploy/Caddyfile', /(?<=127\.0\.0\.1:)\d+/g), [`${port}`]);
    for (const file of ['deploy/haproxy.cfg', 'deploy/nginx.conf']) {
      assert.deepEqual(used(file, /(?<=127\.0\.0\.1:)\d+/g), used(file, /(?<=--port )\d+/g));
      assert.deepEqual(used(file, /(?<=(?:^ {4}bind :|listen ))\d+/gm), [`${port}`]);
    }
  });

  test('have the version as image tag in both compose files', () => {
    const image = new RegExp(`image: tengen:${JSON.parse(textOf('package.json')).version}\\n`);
    for (const file of ['compose.yaml', COMPOSE_NODES]) assert.match(textOf(file), image);
  });

  test('have a compose file of several nodes with options of tengen serve and the same service names as its other files', () => {
    const text = textOf(COMPOSE_NODES);
    const [, command = ''] = /^ {2}command:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
    const known = new Set(serveCommand.options.map(({ long }) => long));
    const options = command.match(/--[a-z-]+/g) ?? [];
    assert.ok(options.length > 5);
    assert.deepEqual(
      options.filter((option) => !known.has(option)),
      [],
    );
    const services = text
      .slice(text.indexOf('services:'), text.indexOf('\nnetworks:'))
      .match(/(?<=^ {2})[a-z0-9-]+(?=:)/gm);
    const inFile = (file: string, pattern: RegExp): string[] => [...new Set(textOf(file).match(pattern))].sort();
    for (const [file, pattern] of [
      ['deploy/nodes/haproxy.cfg', /tengen-\d(?=:1919)/g],
      ['deploy/nodes/prometheus.yml', /tengen-\d(?=:1919)/g],
      ['deploy/nodes/nats.conf', /nats-\d(?=:6222)/g],
      [COMPOSE_NODES, /nats-\d(?=:4222)/g],
    ] as const) {
      assert.equal(inFile(file, pattern).length, 3, file);
      for (const service of inFile(file, pattern)) assert.ok(services?.includes(service), `${file}: ${service}`);
    }
    assert.equal(/ipv4_address: (\S+)/.exec(text)?.[1], /--trust-proxy=(\S+)/.exec(text)?.[1]);
    for (const [, file = ''] of text.matchAll(/\.\/(nodes\/[\w.-]+)(?=:)/g))
      assert.ok(textOf(`deploy/${file}`).length > 0);
  });
});
