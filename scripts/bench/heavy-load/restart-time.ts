import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpClient } from '../../../test/e2e/serve/tcp-client.ts';
import { seededRandomInt } from '../../../test/support/clients/random.ts';
import { spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue, MeasureSection } from '../section.ts';
import { BuiltTengen } from './built-program.ts';
import { LINES, nameOf, stoneOf, writeRunningGames } from './running-games-journal.ts';

const GAMES = 100_000;
const MOVES = 100;
const ROUNDS = 5;
/** Games whose players reconnect in each round, and the moves that they play after the first one. */
const RESUMED_GAMES = 40;
const LATER_MOVES = 10;

const randomInt = seededRandomInt(30);

/** Elapsed milliseconds of `node -e 0`. */
async function timeBareNode(): Promise<number> {
  const since = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - since;
}

/** Reconnects one player of a game, and reads all moves of the game. */
async function reconnect(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}`, `CORE.NEWGAME~${LINES}`);
  const [hello, match, ...moves] = await peer.lines(2 + MOVES);
  assert.equal(hello, 'CORE.HELLO');
  assert.match(match ?? '', /^CORE\.MATCH/);
  assert.equal(moves.at(-1), `CORE.MOVE~${stoneOf(MOVES - 1)}`);
  return peer;
}

/** Reconnects both players of a game and plays some moves. Returns the milliseconds until the mover received each move. */
async function resumeGame(port: number, game: number): Promise<number[]> {
  const players = [await reconnect(port, nameOf('black', game)), await reconnect(port, nameOf('white', game))];
  const delays: number[] = [];
  for (let number = MOVES; number <= MOVES + LATER_MOVES; number++) {
    const [mover, other] = number % 2 === 0 ? players : players.toReversed();
    const since = performance.now();
    const move = `CORE.MOVE~${stoneOf(number)}`;
    mover!.send(move);
    assert.equal(await mover!.line(), move);
    delays.push(performance.now() - since);
    assert.equal(await other!.line(), move);
  }
  for (const { socket } of players) socket.destroy();
  return delays;
}

/** Measures a start with 100,000 running games in the journal, and the first move in some of these games. */
export const restartTime: MeasureSection = async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  const data = join(folder, 'games.db');
  const [bare, ready, firstMoves, laterMoves, memory]: number[][] = [[], [], [], [], []];
  try {
    await writeRunningGames(data, GAMES, MOVES);
    for (let round = 0; round < ROUNDS; round++) {
      bare!.push(await timeBareNode());
      const since = performance.now();
      const tengen = new BuiltTengen('serve', '--port', '0', '--data', data, '--log-level', 'error');
      const [port = 0] = await tengen.ports();
      ready!.push(performance.now() - since);
      const status = readFileSync(`/proc/${tengen.child.pid}/status`, 'utf8');
      memory!.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / GAMES);
      const resumed = new Set<number>();
      while (resumed.size < RESUMED_GAMES) resumed.add(1 + round * (GAMES / ROUNDS) + randomInt(GAMES / ROUNDS));
      for (const game of resumed) {
        const [first, ...rest] = await resumeGame(port, game);
        firstMoves!.push(first!);
        laterMoves!.push(...rest);
      }
      await tengen.end('SIGKILL');
      assert.equal(tengen.stderr, '');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const usual = spreadOf(laterMoves!).median;
  const figure = (
    what: string,
    against: string,
    values: readonly number[],
    atMost: number,
    note: string,
  ): MeasuredValue => ({
    what,
    against,
    value: spreadOf(values),
    goal: { atMost },
    note,
  });
  report(
    figure(
      'a server with 100,000 running games of 100 moves in its journal, until it listens',
      'a bare `node -e 0`, in time',
      ready!.map((time, round) => time / bare![round]!),
      50,
      `${spreadOf(ready!).median.toFixed(0)} ms, and ${spreadOf(bare!).median.toFixed(0)} ms; ` +
        `the server then has ${spreadOf(memory!).median.toFixed(1)} KiB of memory per game`,
    ),
  );
  report(
    figure(
      'the first move in one of these games after both players have reconnected, until the mover receives it',
      'the median of later moves, in time',
      firstMoves!.map((time) => time / usual),
      20,
      `the slowest of ${firstMoves!.length} took ${(Math.max(...firstMoves!) / usual).toFixed(1)} times as long; a later move ${usual.toFixed(2)} ms`,
    ),
  );
};
