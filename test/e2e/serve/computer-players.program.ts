import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const program = fileURLToPath(new URL('../../support/computer-players/fake-engine.ts', import.meta.url));
/** The value of `--bot` for a fake engine. */
const fakeEngine = (...args: readonly string[]): string =>
  ['fake=', ...[process.execPath, program, ...args].map((word) => `"${word}"`)].join(' ').replace('= ', '=');

/** For each process that has made a file `FILE.PID`, whether it is still running. */
function running(file: string): boolean[] {
  return globSync(`${file}.*`).map((path) => {
    try {
      return process.kill(Number(path.slice(file.length + 1)), 0);
    } catch {
      return false;
    }
  });
}

async function enter(port: number, size = 9): Promise<TcpClient> {
  const alice = await TcpClient.connect(port);
  alice.send('CORE.HELLO~alice', `CORE.NEWGAME~${size}`);
  assert.equal(await alice.line(), 'CORE.HELLO');
  return alice;
}

describe('computer players of the real program', { concurrency: 2 }, () => {
  test('an engine plays a waiting client; the game continues after a restart, and no process is left', async (t) => {
    const file = temporaryFolder(t);
    const options = ['--data', file('a.db'), '--house-wait', '0.2', '--bot', fakeEngine(file('pid'))];
    const first = serve(t, ...options);
    let [port = 0] = await first.ports();
    let alice = await enter(port);
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~fake');
    alice.send('CORE.MOVE~40');
    assert.deepEqual(await alice.lines(2), ['CORE.MOVE~40', 'CORE.MOVE~72']);
    assert(running(file('pid')).includes(true));
    assert.equal(await first.end('SIGTERM'), 0);
    assert.equal((await alice.readToEnd()).toString(), 'CORE.BYE~👋\n');
    assert(!running(file('pid')).includes(true));

    const second = serve(t, ...options);
    [port = 0] = await second.ports();
    alice = await enter(port);
    assert.deepEqual(await alice.lines(3), ['CORE.MATCH~BLACK~9~fake', 'CORE.MOVE~40', 'CORE.MOVE~72']);
    assert.equal(await second.end('SIGTERM'), 0);
    assert(!running(file('pid')).includes(true));
  });

  test('SIGHUP and SIGUSR2 while the engine is examined do not end the server, and take effect when it runs', async (t) => {
    const file = temporaryFolder(t);
    const signals = `mkdir ${file('sent')} 2>&- && kill -HUP $PPID && kill -USR2 $PPID`;
    const engine = `${signals}; exec ${process.execPath} ${program}`;
    const tengen = serve(t, '--data', file('a.db'), '--log-level', 'info', '--bot', `fake=sh -c '${engine}'`);
    await tengen.ports();
    for (const message of ['config.reloaded', 'mode.no-new-games']) await tengen.waitForLog(`"msg":"${message}`);
    assert.equal(await tengen.end('SIGTERM'), 0);
  });

  test('an engine that ignores quit does not delay the stop, and does not survive the server', async (t) => {
    const file = temporaryFolder(t);
    const tengen = serve(t, '--data', file('a.db'), '--bot', fakeEngine(file('pid'), 'stubborn'));
    await tengen.ports();
    assert.equal(await tengen.end('SIGTERM'), 0);
    assert.deepEqual(running(file('pid')), [false]);
  });

  test('--house starts the built-in players for both games', async (t) => {
    const file = temporaryFolder(t);
    const tengen = serve(t, '--data', file('a.db'), '--house', '--house-wait', '0');
    const [port = 0] = await tengen.ports();
    const alice = await enter(port, 5);
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~5~tengen-3');
    alice.send('CORE.MOVE~12');
    assert.equal(await alice.line(), 'CORE.MOVE~12');
    assert.match(await alice.line(), /^CORE\.(MOVE~\d+|PASS)$/);
    const gus = await TcpClient.connect(port);
    gus.socket.write(Buffer.from('0a00000005302e312e30', 'hex'));
    assert.deepEqual(await gus.bytes(3), Buffer.from('000114', 'hex'));
    gus.socket.write(Buffer.from('0b', 'hex'));
    assert.deepEqual(await gus.bytes(1), Buffer.from('03', 'hex'));
    gus.socket.write(Buffer.from('0c0909', 'hex'));
    assert.equal((await gus.bytes(3))[0], 2);
    assert.equal(await tengen.end('SIGTERM'), 0);
  });

  test('a missing engine is refused in one line, and no other engine is left running', async (t) => {
    const file = temporaryFolder(t);
    const options = ['serve', '--port', '0', '--data', file('a.db'), '--log-level', 'error'];
    const line = await refusal(
      ...options,
      '--bot',
      fakeEngine(file('pid')),
      '--bot',
      `gnugo=${file('none')} --mode gtp`,
    );
    assert.match(line, /^tengen: bot gnugo: .*none/);
    assert.deepEqual(running(file('pid')), [false]);
    assert(!existsSync(file('a.db')));
  });

  test('a signal before the server listens ends the engines that are being examined', async (t) => {
    const file = temporaryFolder(t);
    const options = ['serve', '--port', '0', '--data', file('a.db'), '--log-level', 'error'];
    const script = `require('fs').writeFileSync('${file('pid')}.' + process.pid, ''); setInterval(() => {}, 1000)`;
    const tengen = new Tengen(...options, '--bot', `mute="${process.execPath}" -e "${script}"`);
    t.after(() => tengen.end('SIGKILL'));
    await eventually('the engine runs', () => running(file('pid')).length > 0);
    assert.equal(await tengen.end('SIGTERM'), 0);
    // A killed process needs a moment to end.
    await eventually('the engine has ended', () => !running(file('pid')).includes(true));
  });

  test('a program that prints without end is refused as an engine', async (t) => {
    const file = temporaryFolder(t);
    const endlessOutput = `"${process.execPath}" -e "const f = (e) => e ?? process.stdout.write('yes\\n'.repeat(999), f); f()"`;
    const line = await refusal(
      'serve',
      '--port',
      '0',
      '--data',
      file('a.db'),
      '--log-level',
      'error',
      '--bot',
      `babel=${endlessOutput}`,
    );
    assert.match(line, /^tengen: bot babel: [^\n]+\n$/);
  });
});
