import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder, MAIN, serve } from './server-process.ts';
import { Peer } from './tcp-client.ts';

// Runs the commands of docs/operations.md as they are, in a folder that stands for the root of a machine. npm, systemctl and docker
// are small programs that do what the page expects of them.

const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The commands that the page gives under a heading. */
function commandsUnder(heading: string): string[] {
  const [, section = ''] = new RegExp(`^#+ ${heading}\\n(.*?)(?=^##|$(?![^]))`, 'ms').exec(PAGE) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

const [INSTALL = '', OTHER_NODE = '', START = '', COURSE = ''] = commandsUnder('With Node and systemd');
const [COMPOSE_COURSE = ''] = commandsUnder('With a container');
const [BACKUP = '', COMPOSE_BACKUP = ''] = commandsUnder('Backup');
const [RESTORE = '', COMPOSE_RESTORE = ''] = commandsUnder('Restore');

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

/** A backup runs as its unit says; other commands are only listed. */
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

/** A folder as the root of a machine. */
class Machine {
  readonly root: string;

  constructor(t: TestContext) {
    this.root = dirname(folder(t)('x'));
    for (const path of [
      'bin',
      'etc/systemd/system',
      'usr/local/bin',
      'var/lib/tengen',
      'var/lib/tengen-backup',
      'data',
    ])
      mkdirSync(join(this.root, path), { recursive: true });
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
      stdio: ['ignore', 'pipe', 'inherit'],
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
    return text.replaceAll(/(?<=[\s"'=]|^)\/(?=(?:opt|etc|var|usr\/local|data)\/)/gm, `${this.root}/`);
  }
}

/** Alice and Bob begin a game; returns when its first stone is stored. */
async function beginGame(port: number): Promise<void> {
  const [alice, bob] = [await Peer.to(port), await Peer.to(port)];
  alice.say('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  await alice.line();
  bob.say('CORE.HELLO~bob', 'CORE.NEWGAME~9');
  await alice.line();
  alice.say('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
}

/** The game of `beginGame` goes on with the restored databases. */
async function hasGame(t: TestContext, data: string): Promise<void> {
  const again = serve(t, '--data', data);
  const [port = 0] = await again.ports();
  const alice = await Peer.to(port);
  alice.say('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  assert.deepEqual(await alice.lines(3), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~40']);
  await again.end('SIGTERM');
}

describe('the commands of docs/operations.md', { skip: process.platform !== 'linux' }, () => {
  test('install: the units and the program; a second time the settings stay', (t) => {
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

  test('the course file gets into the volume, and the passwords out of it', (t) => {
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
    await beginGame(port);
    const old = machine.at('var/lib/tengen-backup/tengen-2020-01-01-043000.db');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    const [, , journal = ''] = /(tengen-\S+-archive\.db)\n.*(tengen-\S+)\.db\n/.exec(machine.run(BACKUP)) ?? [];
    assert.match(journal, /^tengen-\d{4}-\d{2}-\d{2}-\d{6}$/);
    assert.deepEqual(readdirSync(machine.at('var/lib/tengen-backup')), [`${journal}-archive.db`, `${journal}.db`]);
    await server.end('SIGTERM');
    for (const time of [1, 2]) {
      machine.run(RESTORE.replace(/(?<=^NAME=).*/m, journal));
      await hasGame(t, data);
      const kept = readdirSync(machine.at('var/lib/tengen')).filter((name) => name.startsWith('before-'));
      assert.equal(kept.length, time);
    }
  });

  test('with compose, a backup leaves the volume and comes back to it, also twice', async (t) => {
    const machine = new Machine(t);
    const data = machine.at('data/tengen.db');
    const server = serve(t, '--data', data);
    const [port = 0] = await server.ports();
    await beginGame(port);
    machine.run(COMPOSE_BACKUP);
    const files = readdirSync(machine.root).filter((name) => name.endsWith('.db'));
    assert.equal(files.length, 2);
    for (const file of files) assert.equal(statSync(machine.at(file)).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(machine.at('data')).filter((name) => /\d/.test(name)),
      [],
    );
    await server.end('SIGTERM');
    for (const _ of [1, 2]) {
      machine.run(COMPOSE_RESTORE.replace(/(?<=^NAME=).*/m, files[0]?.replace('-archive.db', '') ?? ''));
      await hasGame(t, data);
    }
    assert.equal(machine.read('docker'), 'compose stop\ncompose up -d\n'.repeat(2));
  });
});

describe('the systemd units', { skip: spawnSync('systemd-analyze', ['--version']).status !== 0 }, () => {
  const units = readdirSync(deploy).filter((name) => /\.(?:service|timer)$/.test(name));

  test('have no mistake that systemd-analyze knows', (t) => {
    const inFolder = folder(t);
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
    test(`${unit} is hardened`, () => {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', unit], {
        cwd: deploy,
        encoding: 'utf8',
      });
      const exposure = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
      assert.ok(Number(exposure) < 2, `exposure ${exposure}`);
    });
  }
});
