import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { eventually } from '../../support/eventually.ts';
import { Nu6Game } from './nu6-game.ts';
import { MAIN, serve, Tengen, temporaryFolder } from './server-process.ts';
import { SmallDisk } from './small-disk.ts';
import { TcpClient } from './tcp-client.ts';

const MEBIBYTES = 8;

async function waitForLine(peer: TcpClient, wanted: RegExp): Promise<string> {
  for (;;) {
    const line = await peer.line();
    if (wanted.test(line)) return line;
  }
}

/** A process whose standard error is a file, given by the first argument. */
class LoggingToFile extends Tengen {
  protected override start([log = '', ...args]: readonly string[]): ChildProcess {
    const stderr = openSync(log, 'a');
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', stderr] });
    closeSync(stderr);
    return child;
  }
}

describe('a server whose disk is full', () => {
  test('refuses moves, serves everything else, stores the ends of games, and accepts moves again when there is space', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('this process may not mount a disk');
    const data = disk.file('a.db');
    const tengen = serve(t, '--data', data, '--resume', '60');
    const [port = 0] = await tengen.ports();
    const game = await Nu6Game.start(port, { chat: true });
    const other = await Nu6Game.start(port, { names: ['carol', 'dave'], chat: true });
    for (let move = 0; move < 4; move++) assert(await game.move());

    disk.fill();
    while (await game.move()) assert(!game.isBoardFull, 'the disk is not full');
    t.diagnostic(`${game.moves.length} moves were accepted`);
    assert.equal(await game.move(), false);

    other.black.send('CHAT.GETLOBBY', 'CHAT.MESSAGE~is anybody there?');
    assert.match(await waitForLine(other.black, /LOBBY/), /alice.*bob.*carol.*dave/);
    assert.match(await waitForLine(game.white, /^CHAT/), /is anybody there\?~carol/);
    const newcomer = await TcpClient.connect(port);
    newcomer.send('CORE.HELLO~erin', 'CORE.NEWGAME~9');
    assert.equal(await newcomer.line(), 'CORE.HELLO');

    for (const line of await other.resign()) assert.match(line, /SURRENDER/);

    disk.clear();
    await eventually('a move is accepted again', () => game.move());
    assert(await game.move());

    await tengen.end('SIGKILL');
    const journal = await openSqliteJournal({ path: data, readOnly: true });
    const [first, second] = [await journal.game(1), await journal.game(2)];
    await journal.close();
    assert.equal(first.filter(({ event }) => event.kind === 'played').length, game.moves.length);
    assert.equal(second.at(-1)?.event.kind, 'ended');

    const [again = 0] = await serve(t, '--data', data).ports();
    const resumed = await Nu6Game.start(again, { earlier: game.moves });
    assert(await resumed.move());
  });

  test('starts on the reserved space, serves clients and refuses moves', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('this process may not mount a disk');
    const data = disk.file('a.db');
    const before = serve(t, '--data', data);
    const [port = 0] = await before.ports();
    const game = await Nu6Game.start(port);
    for (let move = 0; move < 4; move++) assert(await game.move());
    assert.equal(await before.end('SIGTERM'), 0);

    disk.fill();
    const full = serve(t, '--data', data);
    const [again = 0] = await full.ports();
    const resumed = await Nu6Game.start(again, { earlier: game.moves });
    assert.equal(await resumed.move(), false);
    assert.equal(await full.end('SIGTERM'), 0);

    disk.clear();
    const [last = 0] = await serve(t, '--data', data).ports();
    const resumedAgain = await Nu6Game.start(last, { earlier: game.moves });
    assert(await resumedAgain.move());
  });

  test('continues when its log is on that disk, and logs again when there is space', async (t) => {
    const disk = SmallDisk.mount(t, 1);
    if (disk === undefined) return t.skip('this process may not mount a disk');
    disk.fill();
    const log = disk.file('log');
    const tengen = new LoggingToFile(
      log,
      'serve',
      '--port',
      '0',
      '--data',
      temporaryFolder(t)('a.db'),
      '--log-level',
      'trace',
    );
    t.after(() => tengen.end('SIGKILL'));
    const [port = 0] = await tengen.ports();
    for (const name of ['alice', 'bob', 'carol']) {
      const peer = await TcpClient.connect(port);
      peer.send(`CORE.HELLO~${name}`);
      assert.equal(await peer.line(), 'CORE.HELLO');
      if (name === 'bob') disk.clear();
    }
    assert.equal(await tengen.end('SIGTERM'), 0);
    assert.match(readFileSync(log, 'utf8'), /"carol"/);
  });

  test('does not start when there is no space for a database', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('this process may not mount a disk');
    disk.fill();
    const tengen = new Tengen('serve', '--port', '0', '--data', disk.file('a.db'));
    assert.equal(await tengen.ended(), 2);
    assert.match(tengen.stderr, /^tengen: .* its disk is full\n$/);
  });
});
