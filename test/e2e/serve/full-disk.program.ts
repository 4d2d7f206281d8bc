import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder, MAIN, serve, Tengen } from './server-process.ts';
import { SmallDisk } from './small-disk.ts';
import { TcpClient } from './tcp-client.ts';

const MEBIBYTES = 8;

/** On a board of 19 lines: two with stones of both sides, two without, away from the edges. No stone is ever taken. */
const places = Array.from({ length: 17 * 19 }, (_, point) => point).filter((point) =>
  [1, 2].includes(Math.floor(point / 19) % 4),
);

/** Two people at one board, black first; whatever both are told is remembered. */
class Table {
  readonly black: TcpClient;
  readonly white: TcpClient;
  /** Every turn that was told. */
  readonly turns: number[] = [];

  private constructor(black: TcpClient, white: TcpClient) {
    this.black = black;
    this.white = white;
  }

  static async sit(port: number, names: readonly [string, string], size = 19): Promise<Table> {
    const [black, white] = [await TcpClient.connect(port, '127.0.0.2'), await TcpClient.connect(port, '127.0.0.3')];
    for (const [index, peer] of [black, white].entries()) {
      peer.send(`CORE.HELLO~${names[index]}~CHAT`, `CORE.NEWGAME~${size}`);
    }
    return new Table(black, white);
  }

  /** The next lines of the game, without what is said of people who come and go. */
  async line(peer: TcpClient): Promise<string> {
    for (;;) {
      const line = await peer.line();
      if (/^CORE\.(?:MATCH|MOVE|ERROR|GAMEOVER|PASS)/.test(line)) return line;
    }
  }

  /** The next turn; false if it is refused. */
  async move(): Promise<boolean> {
    const point = places[this.turns.length]!;
    const [mover, other] = this.turns.length % 2 === 0 ? [this.black, this.white] : [this.white, this.black];
    mover.send(`CORE.MOVE~${point}`);
    const line = await this.line(mover);
    if (line !== `CORE.MOVE~${point}`) {
      assert.match(line, /^CORE\.ERROR~/);
      return false;
    }
    assert.equal(await this.line(other), line);
    this.turns.push(point);
    return true;
  }
}

async function hears(peer: TcpClient, wanted: RegExp): Promise<string> {
  for (;;) {
    const line = await peer.line();
    if (wanted.test(line)) return line;
  }
}

/** Its first argument is the file that is its standard error. */
class LogsInto extends Tengen {
  protected override start([log = '', ...args]: readonly string[]): ChildProcess {
    const stderr = openSync(log, 'a');
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', stderr] });
    closeSync(stderr);
    return child;
  }
}

describe('a server whose disk is full', () => {
  test('refuses turns, serves the rest, keeps the ends of games, and plays on once there is room', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('no disk may be mounted here');
    const data = disk.file('a.db');
    const tengen = serve(t, '--data', data, '--resume', '60');
    const [port = 0] = await tengen.ports();
    const table = await Table.sit(port, ['alice', 'bob']);
    const other = await Table.sit(port, ['carol', 'dave'], 9);
    for (const { black, white } of [table, other])
      await Promise.all([black, white].map((peer) => hears(peer, /MATCH/)));
    for (let turn = 0; turn < 4; turn++) assert(await table.move());

    disk.fill();
    while (await table.move()) assert(table.turns.length < places.length, 'the disk is not full');
    t.diagnostic(`${table.turns.length} turns were taken`);
    assert.equal(await table.move(), false);

    other.black.send('CHAT.GETLOBBY', 'CHAT.MESSAGE~is anybody there?');
    assert.match(await hears(other.black, /LOBBY/), /alice.*bob.*carol.*dave/);
    assert.match(await hears(table.white, /^CHAT/), /is anybody there\?~carol/);
    const newcomer = await TcpClient.connect(port);
    newcomer.send('CORE.HELLO~erin', 'CORE.NEWGAME~9');
    assert.equal(await newcomer.line(), 'CORE.HELLO');

    other.white.send('CORE.SURRENDER');
    for (const peer of [other.black, other.white]) assert.match(await hears(peer, /GAMEOVER/), /SURRENDER/);

    disk.clear();
    await eventually('a turn is taken again', () => table.move());
    assert(await table.move());

    await tengen.end('SIGKILL');
    const journal = await openSqliteJournal({ path: data, readOnly: true });
    const [game, ended] = [await journal.game(1), await journal.game(2)];
    await journal.close();
    assert.equal(game.filter(({ event }) => event.kind === 'played').length, table.turns.length);
    assert.equal(ended.at(-1)?.event.kind, 'ended');

    const [again = 0] = await serve(t, '--data', data).ports();
    const back = await Table.sit(again, ['alice', 'bob']);
    const told: string[] = [];
    while (told.length <= table.turns.length) told.push(await back.line(back.black));
    assert.deepEqual(told, ['CORE.MATCH~BLACK~19~bob', ...table.turns.map((point) => `CORE.MOVE~${point}`)]);
    back.turns.push(...table.turns);
    while (told.length <= 2 * table.turns.length + 1) told.push(await back.line(back.white));
    assert(await back.move());
  });

  test('starts, serves and refuses, on what was left for it', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('no disk may be mounted here');
    const data = disk.file('a.db');
    const before = serve(t, '--data', data);
    const [port = 0] = await before.ports();
    const table = await Table.sit(port, ['alice', 'bob']);
    await Promise.all([table.black, table.white].map((peer) => hears(peer, /MATCH/)));
    for (let turn = 0; turn < 4; turn++) assert(await table.move());
    assert.equal(await before.end('SIGTERM'), 0);

    disk.fill();
    const full = serve(t, '--data', data);
    const [again = 0] = await full.ports();
    const back = await Table.sit(again, ['alice', 'bob']);
    for (let line = 0; line < 5; line++) await Promise.all([back.black, back.white].map((peer) => back.line(peer)));
    back.turns.push(...table.turns);
    assert.equal(await back.move(), false);
    assert.equal(await full.end('SIGTERM'), 0);

    disk.clear();
    const [last = 0] = await serve(t, '--data', data).ports();
    const home = await Table.sit(last, ['alice', 'bob']);
    for (let line = 0; line < 5; line++) await Promise.all([home.black, home.white].map((peer) => home.line(peer)));
    home.turns.push(...table.turns);
    assert(await home.move());
  });

  test('goes on when its log is on that disk, and logs again once there is room', async (t) => {
    const disk = SmallDisk.mount(t, 1);
    if (disk === undefined) return t.skip('no disk may be mounted here');
    disk.fill();
    const log = disk.file('log');
    const tengen = new LogsInto(
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

  test('is not begun where there is no room for a database', async (t) => {
    const disk = SmallDisk.mount(t, MEBIBYTES);
    if (disk === undefined) return t.skip('no disk may be mounted here');
    disk.fill();
    const tengen = new Tengen('serve', '--port', '0', '--data', disk.file('a.db'));
    assert.equal(await tengen.ended(), 2);
    assert.match(tengen.stderr, /^tengen: .* there is no room on its disk\n$/);
  });
});
