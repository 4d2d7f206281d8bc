import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MAIN, serve, type Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

// Runs the commands of docs/operations.md in a folder that replaces the root folder of a machine. Small shell scripts
// replace npm, systemctl and docker.

const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The blocks of commands under a heading of the page. */
function commandsUnder(heading: string): string[] {
  const [, section = ''] = new RegExp(`^#+ ${heading}\\n(.*?)(?=^##|$(?![^]))`, 'ms').exec(PAGE) ?? [];
  // Commands in a list are indented.
  return [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, commands = '']) =>
    commands.replaceAll(/^ +/gm, ''),
  );
}

const [INSTALL = '', OTHER_NODE = '', START = '', COURSE = ''] = commandsUnder('With Node and systemd');
const [COMPOSE_COURSE = ''] = commandsUnder('With a container');
const [BACKUP = '', SETTINGS = '', COMPOSE_BACKUP = ''] = commandsUnder('Backup');
const [RESTORE = '', RESTORE_SETTINGS = '', COMPOSE_RESTORE = ''] = commandsUnder('Restore');
const [PACK = '', UNPACK = ''] = commandsUnder('Move to another machine');

const NPM = `#!/bin/sh
case $1 in
  pack) echo a package > tengen-0.0.0.tgz ;;
  install)
    test -s "$5" || exit 1
    mkdir -p "$3/node_modules/tengen/dist/cli"
    cp -r '${deploy}' "$3/node_modules/tengen/"
    echo 'import ${JSON.stringify(MAIN)};' > "$3/node_modules/tengen/dist/cli/main.js" ;;
esac
`;

/** Starts a backup as its unit describes it. All other commands are only written to a file. */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> "$MACHINE/systemctl"
test "$*" = 'start tengen-backup.service' || exit 0
unit="$MACHINE/etc/systemd/system/tengen-backup.service"
sed -n 's/^ExecStart[^=]*=//p' "$unit" | sed 's/%%/%/g; s/\\$\\$/$/g' | env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -e
`;

const DOCKER = `#!/bin/sh
case "$2 $3" in
  'exec -T') shift 4 ;;
  'run --rm') shift 5; command=$1; shift 2; set -- "$command" "$@" ;;
  *) echo "$*" >> "$MACHINE/docker"; exit 0 ;;
esac
exec sh -ec "$(printf '%s\\n' "$*" | sed "s|dist/cli/main.js|${MAIN}|; s|-c \\(.*\\)|-c '\\1'|")"
`;

/** A folder that replaces the root folder of a machine. */
class Machine {
  readonly root: string;

  constructor(t: TestContext) {
    this.root = dirname(temporaryFolder(t)('x'));
    for (const path of ['bin', 'etc/systemd/system', 'usr/local/bin', 'var/lib/tengen', 'data'])
      mkdirSync(join(this.root, path), { recursive: true });
    // With `DynamicUser`, systemd makes such a link for the folder of the backups.
    mkdirSync(this.at('var/lib/private/tengen-backup'), { recursive: true });
    symlinkSync('private/tengen-backup', this.at('var/lib/tengen-backup'));
    for (const [name, text] of Object.entries({ npm: NPM, systemctl: SYSTEMCTL, docker: DOCKER })) {
      writeFileSync(this.at(`bin/${name}`), text);
      chmodSync(this.at(`bin/${name}`), 0o755);
    }
    writeFileSync(this.at('package.json'), '{"type":"module"}');
  }

  at(path: string): string {
    return join(this.root, path);
  }

  read(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  /** Runs commands of the page; `/opt`, `/etc`, `/var`, `/usr/local` and `/data` are folders of this machine. */
  run(commands: string): string {
    const moved = this.#moved(commands);
    const PATH = `${this.at('bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
    return execFileSync('sh', ['-eu', '-c', moved], {
      cwd: this.root,
      encoding: 'utf8',
      env: { PATH, MACHINE: this.root },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Installs Tengen, and moves the units to the folders of this machine. */
  install(): void {
    this.run(INSTALL);
    this.run(OTHER_NODE);
    this.run(START);
    const unit = 'etc/systemd/system/tengen-backup.service';
    writeFileSync(this.at(unit), this.#moved(this.read(unit)));
  }

  #moved(text: string): string {
    return text
      .replaceAll(/(?<=[\s"'=]|^)\/(?=(?:opt|etc|var|usr\/local|data)\/)/gm, `${this.root}/`)
      .replaceAll(' -C / ', ` -C ${this.root} `);
  }
}

/** Starts a game between Alice and Bob. Resolves when the first move is stored. */
async function startGame(port: number, name = 'alice'): Promise<void> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  alice.send(`CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
  await alice.line();
  bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
  await alice.line();
  alice.send('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
}

/** Checks that a server with the restored databases has the game of `startGame`. */
async function assertGameRestored(t: TestContext, data: string): Promise<void> {
  const again = serve(t, '--data', data);
  const [port = 0] = await again.ports();
  const alice = await TcpClient.connect(port);
  alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  assert.deepEqual(await alice.lines(3), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~40']);
  await again.end('SIGTERM');
}

describe('the commands of docs/operations.md', { skip: process.platform !== 'linux' }, () => {
  test('install: copies the units and the program, and a second time keeps the settings', (t) => {
    const machine = new Machine(t);
    machine.install();
    assert.equal(machine.read('systemctl'), 'daemon-reload\nenable --now tengen.service tengen-backup.timer\n');
    for (const unit of ['tengen.service', 'tengen-backup.service']) {
      const text = machine.read(`etc/systemd/system/${unit}`);
      assert.match(text, new RegExp(`(?:^ExecStart=|exec )${join(dirname(process.execPath), 'node')} `, 'm'));
    }
    writeFileSync(machine.at('etc/tengen/tengen.toml'), 'port = 2020\n');
    writeFileSync(machine.at('tengen-0.0.1.tgz'), 'an older package');
    machine.install();
    assert.equal(machine.read('etc/tengen/tengen.toml'), 'port = 2020\n');
  });

  test('the course file gets the owner of the folder', (t) => {
    const machine = new Machine(t);
    writeFileSync(machine.at('class.csv'), 'name\nalice\n');
    machine.run(COURSE);
    const [file, owner] = ['var/lib/tengen/class.csv', 'var/lib/tengen'].map((path) => statSync(machine.at(path)).uid);
    assert.equal(file, owner);
  });

  test('the course file is copied into the volume, and the passwords are copied out of it', (t) => {
    const machine = new Machine(t);
    writeFileSync(machine.at('class.csv'), 'name\nalice\n');
    writeFileSync(machine.at('data/class-passwords.csv'), 'alice,secret\n');
    assert.equal(machine.run(COMPOSE_COURSE), 'alice,secret\n');
    assert.equal(machine.read('data/class.csv'), 'name\nalice\n');
  });

  test('the timer makes backups of a running server, and each of them can be restored, also twice', async (t) => {
    const machine = new Machine(t);
    machine.install();
    const data = machine.at('var/lib/tengen/tengen.db');
    const server = serve(t, '--data', data);
    const [port = 0] = await server.ports();
    await startGame(port);
    const old = machine.at('var/lib/tengen-backup/tengen-2020-01-01-043000.db');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    const [, , journal = ''] = /(tengen-\S+-archive\.db)\n.*(tengen-\S+)\.db\n/.exec(machine.run(BACKUP)) ?? [];
    assert.match(journal, /^tengen-\d{4}-\d{2}-\d{2}-\d{6}$/);
    assert.deepEqual(readdirSync(machine.at('var/lib/tengen-backup')), [`${journal}-archive.db`, `${journal}.db`]);
    await server.end('SIGTERM');
    // A course file may have such a name.
    writeFileSync(machine.at('var/lib/tengen/tengen-class.csv'), 'name\n');
    for (const time of [1, 2]) {
      machine.run(RESTORE.replace(/(?<=^NAME=).*/m, journal));
      await assertGameRestored(t, data);
      const older = readdirSync(machine.at('var/lib/tengen')).filter((name) => name.startsWith('before-'));
      assert.equal(older.length, time);
    }
    assert.equal(machine.read('var/lib/tengen/tengen-class.csv'), 'name\n');
  });

  test('with compose, a backup is copied out of the volume and restored to it, also twice', async (t) => {
    const machine = new Machine(t);
    const data = machine.at('data/tengen.db');
    const server = serve(t, '--data', data);
    const [port = 0] = await server.ports();
    await startGame(port);
    machine.run(COMPOSE_BACKUP);
    const files = readdirSync(machine.root).filter((name) => name.endsWith('.db'));
    assert.equal(files.length, 2);
    for (const file of files) assert.equal(statSync(machine.at(file)).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(machine.at('data')).filter((name) => /\d/.test(name)),
      [],
    );
    await server.end('SIGTERM');
    writeFileSync(machine.at('data/tengen-class.csv'), 'name\n');
    for (const _ of [1, 2]) {
      machine.run(COMPOSE_RESTORE.replace(/(?<=^NAME=).*/m, files[0]?.replace('-archive.db', '') ?? ''));
      await assertGameRestored(t, data);
    }
    assert.equal(machine.read('data/tengen-class.csv'), 'name\n');
    assert.equal(machine.read('docker'), 'compose stop\ncompose up -d\n'.repeat(2));
  });
});

describe('moving to another machine as in docs/operations.md', { skip: process.platform !== 'linux' }, () => {
  test('moves games, settings and the course; the folder of the data may be a link', async (t) => {
    const [before, after] = [machineWithCourse(t), new Machine(t)];
    // After SIGKILL, the last events are only in the write-ahead log.
    await playAndStop(t, before, async () => {}, 'SIGKILL');
    // With `DynamicUser`, the folder is such a link.
    const [data, target] = ['var/lib/tengen', 'var/lib/private/tengen'].map((path) => after.at(path)) as [
      string,
      string,
    ];
    renameSync(data, target);
    symlinkSync(target, data);
    after.install();
    await runWithoutGames(t, after);
    before.run(PACK);
    copyFileSync(before.at('tengen-move.tar.gz'), after.at('tengen-move.tar.gz'));
    after.run(UNPACK);
    assert(lstatSync(data).isSymbolicLink());
    await assertContinues(t, after);
  });

  test('a backup and the copy of the settings restore games and course on a new machine', async (t) => {
    const [before, after] = [machineWithCourse(t), new Machine(t)];
    await playAndStop(t, before, async () => {
      before.run(BACKUP);
      before.run(SETTINGS);
    });
    after.install();
    await runWithoutGames(t, after);
    copyFileSync(before.at('tengen-settings.tar.gz'), after.at('tengen-settings.tar.gz'));
    const files = readdirSync(before.at('var/lib/tengen-backup'));
    for (const file of files)
      copyFileSync(before.at(`var/lib/tengen-backup/${file}`), after.at(`var/lib/tengen-backup/${file}`));
    after.run(RESTORE_SETTINGS);
    const [name = ''] = files.filter((file) => file.endsWith('-archive.db'));
    after.run(RESTORE.replace(/(?<=^NAME=).*/m, name.replace('-archive.db', '')));
    await assertContinues(t, after);
  });

  for (const [kind, commands, data] of [
    ['systemd', RESTORE, 'var/lib/tengen'],
    ['compose', COMPOSE_RESTORE, 'data'],
  ] as const) {
    test(`with ${kind}, a restore of a backup that does not exist changes nothing`, (t) => {
      const machine = new Machine(t);
      writeFileSync(machine.at(`${data}/tengen.db`), 'games');
      assert.throws(() => machine.run(commands), /No such file/);
      assert.deepEqual(readdirSync(machine.at(data)), ['tengen.db']);
      assert(!existsSync(machine.at('systemctl')) && !existsSync(machine.at('docker')));
    });
  }
});

/** A machine whose settings name a course file. */
function machineWithCourse(t: TestContext): Machine {
  const machine = new Machine(t);
  machine.install();
  writeFileSync(machine.at('class.csv'), 'name\nalice\n');
  machine.run(COURSE);
  writeFileSync(machine.at('etc/tengen/tengen.toml'), 'port = 0\ncourse = "/var/lib/tengen/class.csv"\n');
  return machine;
}

const serveOn = (t: TestContext, machine: Machine): Tengen => {
  // The settings have absolute paths.
  const settings = machine.read('etc/tengen/tengen.toml').replace('"/var', `"${machine.at('var')}`);
  writeFileSync(machine.at('moved.toml'), settings);
  return serve(t, '--config', machine.at('moved.toml'), '--data', machine.at('var/lib/tengen/tengen.db'));
};

async function playAndStop(
  t: TestContext,
  machine: Machine,
  whileRunning: () => Promise<void>,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  const server = serveOn(t, machine);
  const [port = 0] = await server.ports();
  await startGame(port, 'ann');
  await whileRunning();
  await server.end(signal);
}

/** Starts and stops the server without games, as after an installation. */
async function runWithoutGames(t: TestContext, machine: Machine): Promise<void> {
  writeFileSync(machine.at('etc/tengen/tengen.toml'), 'port = 0\n');
  const server = serveOn(t, machine);
  await server.ports();
  await server.end('SIGTERM');
}

/** Checks that the server has its course and that the game continues. */
async function assertContinues(t: TestContext, machine: Machine): Promise<void> {
  const server = serveOn(t, machine);
  const [port = 0] = await server.ports();
  const [ann, alice] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  ann.send('CORE.HELLO~ann', 'CORE.NEWGAME~9');
  assert.deepEqual(await ann.lines(3), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~40']);
  alice.send('CORE.HELLO~alice');
  assert.match((await alice.line()) ?? '', /^CORE\.ERROR/);
  assert.match(machine.read('var/lib/tengen/class-passwords.csv'), /^alice,/m);
  await server.end('SIGTERM');
}

describe('the systemd units', { skip: spawnSync('systemd-analyze', ['--version']).status !== 0 }, () => {
  const units = readdirSync(deploy).filter((name) => /\.(?:service|timer)$/.test(name));

  test('pass systemd-analyze verify', (t) => {
    const inFolder = temporaryFolder(t);
    for (const unit of units) {
      const text = readFileSync(join(deploy, unit), 'utf8');
      writeFileSync(inFolder(unit), text.replaceAll('/usr/bin/node', process.execPath));
    }
    const { stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map(inFolder)], {
      encoding: 'utf8',
    });
    assert.equal(`${stdout}${stderr}`, '');
  });

  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    test(`${unit} has an exposure level below 2`, () => {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', unit], {
        cwd: deploy,
        encoding: 'utf8',
      });
      const exposure = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
      assert.ok(Number(exposure) < 2, `exposure ${exposure}`);
    });
  }
});
