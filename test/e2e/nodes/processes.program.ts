import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { refusal, Tengen } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

interface Line {
  readonly msg: string;
  readonly process: number;
  readonly child: number;
  readonly pid: number;
  readonly player: string;
}

/** A server with `--nodes 2`, on free ports: the plain port, and that of a listener. */
class TwoProcesses {
  readonly tengen: Tengen;
  readonly database: string;
  #entered = 0;

  constructor(tengen: Tengen, database: string) {
    this.tengen = tengen;
    this.database = database;
  }

  static async start(nats: NatsServer, name: string): Promise<TwoProcesses> {
    const database = await postgres.newPlace();
    const tengen = new Tengen(
      ...['serve', '--nodes', '2', '--port', '0', '--listen', 'nu6://127.0.0.1:0', '--resume', '60'],
      ...['--nats', `nats://127.0.0.1:${nats.port}?name=${name}`, '--database', database, '--metrics', 'all'],
    );
    return new TwoProcesses(tengen, database);
  }

  async kill(): Promise<void> {
    await this.tengen.end('SIGKILL');
    await this.waitForAllExited();
  }

  get lines(): readonly Line[] {
    return this.tengen.stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  }

  /** The process id of the latest process with this number. */
  pid(number: number): number {
    const started = this.lines.findLast(({ msg, process }) => msg === 'process.started' && process === number);
    assert(started !== undefined);
    return started.child;
  }

  /** Waits until all processes have exited. */
  async waitForAllExited(): Promise<void> {
    const pids = this.lines.filter(({ msg }) => msg === 'process.started').map(({ child }) => child);
    await eventually('the end of all processes', () => pids.every((pid) => !isAlive(pid)) || undefined);
  }

  /** Connects a client and enters. Returns also the number of the process that serves the client. */
  async enter(port: number, name: string): Promise<{ readonly peer: TcpClient; readonly process: number }> {
    const peer = await TcpClient.connect(port);
    peer.send(`CORE.HELLO~${name}`);
    assert.equal(await peer.line(), 'CORE.HELLO');
    const line = await eventually(`${name} in the log`, () =>
      this.lines.find(({ msg, player }) => msg === 'player.entered' && player === name),
    );
    return { peer, process: line.process };
  }

  /** Connects one client to each of the two processes. */
  async enterBoth(port: number): Promise<readonly [black: TcpClient, white: TcpClient]> {
    const served = new Map<number, TcpClient>();
    for (let tries = 0; served.size < 2; tries++) {
      assert(tries < 50, 'all connections came to one process');
      const { peer, process } = await this.enter(port, `player${++this.#entered}`);
      served.set(process, peer);
    }
    const [one, other] = [...served.values()];
    assert(one && other);
    return [one, other];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('serve --nodes', { skip }, () => {
  const cleanups: (() => Promise<void>)[] = [];
  let nats: NatsServer;
  let two: TwoProcesses;
  let ports: readonly number[];

  before(async () => {
    nats = await NatsServer.start({ after: (clean) => void cleanups.push(clean) });
    two = await TwoProcesses.start(nats, 'tengen');
    // The nodes are ended before NATS, so that they can leave the installation.
    cleanups.unshift(() => two.kill());
    ports = await two.tengen.ports(2);
  });

  after(async () => {
    for (const clean of cleanups) await clean();
  });

  test('on each port, clients of two processes play with each other', async () => {
    assert.equal(new Set(ports).size, 2);
    for (const port of ports) {
      const [one, other] = await two.enterBoth(port);
      for (const peer of [one, other]) peer.send('CORE.NEWGAME~9');
      const [match] = await Promise.all([one.line(), other.line()]);
      const [black, white] = match.startsWith('CORE.MATCH~BLACK') ? [one, other] : [other, one];
      black.send('CORE.MOVE~3');
      assert.deepEqual([await black.line(), await white.line()], ['CORE.MOVE~3', 'CORE.MOVE~3']);
    }
    // Without a check, a second server would share the ports.
    const again = await refusal(
      ...['serve', '--nodes', '1', '--port', `${ports[0]}`, '--nats', 'nats://127.0.0.1:1'],
      ...['--database', two.database],
    );
    assert.match(again, /the port is already in use/);
  });

  test('/metrics of one port has the metrics of all processes', async () => {
    const [port] = ports;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const numbers = [...text.matchAll(/^tengen_node_open\{process="(\d+)"\} 1$/gm)].map(([, number]) => number);
    assert.deepEqual(numbers, ['1', '2']);
    assert.equal(text.match(/^# TYPE tengen_node_open gauge$/gm)?.length, 1);
  });

  test('a process that is killed is started again on the same port', async () => {
    const [port = 0] = ports;
    const killed = two.pid(1);
    process.kill(killed, 'SIGKILL');
    await two.tengen.waitForLog('"process.ended"');
    await eventually('another process', () => two.pid(1) !== killed || undefined);
    const pid = two.pid(1);
    await eventually('its port', () =>
      two.lines.find(({ msg, child }) => msg === 'process.listening' && child === pid),
    );
    await two.enterBoth(port);
  });

  test('SIGHUP reaches all processes', async () => {
    two.tengen.child.kill('SIGHUP');
    await eventually('both configurations', () => {
      const reloaded = two.lines.filter(({ msg }) => msg === 'config.reloaded').map((line) => line.process);
      return new Set(reloaded).size === 2 || undefined;
    });
  });

  test('refuses wrong options in one line', async () => {
    const nodes = ['serve', '--port', '0', '--nodes'];
    assert.match(await refusal(...nodes, '2'), /--nodes needs --nats/);
    assert.match(await refusal(...nodes, '0'), /--nodes must be a whole number from 1 to 64/);
    const unreachable = ['--nats', 'nats://127.0.0.1:1', '--database', await postgres.newPlace()];
    assert.match(await refusal(...nodes, '2', '--log-level', 'fatal', ...unreachable), /cannot be reached/);
  });

  test('SIGTERM ends all processes with a goodbye, and the exit code is 0', async () => {
    const [port = 0] = ports;
    const peers = await two.enterBoth(port);
    assert.equal(await two.tengen.end('SIGTERM'), 0);
    for (const peer of peers) assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
    await two.waitForAllExited();
  });

  test('all processes stop when the parent is killed', async () => {
    const other = await TwoProcesses.start(nats, 'other');
    cleanups.unshift(() => other.kill());
    const [port = 0] = await other.tengen.ports(2);
    const { peer } = await other.enter(port, 'alice');
    await other.tengen.end('SIGKILL');
    assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
    await other.waitForAllExited();
  });
});
