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
const TURNS = 100;
const ROUNDS = 5;
/** Games to come back to in each round, and turns that are played there after the first. */
const VISITED = 40;
const FURTHER_TURNS = 10;

const roll = seededRandomInt(30);

/** Milliseconds of the wall's clock. */
async function bareNode(): Promise<number> {
  const since = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - since;
}

/** Comes back to one side of a game and hears of all of its turns. */
async function comeBack(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}`, `CORE.NEWGAME~${LINES}`);
  const [hello, match, ...turns] = await peer.lines(2 + TURNS);
  assert.equal(hello, 'CORE.HELLO');
  assert.match(match ?? '', /^CORE\.MATCH/);
  assert.equal(turns.at(-1), `CORE.MOVE~${stoneOf(TURNS - 1)}`);
  return peer;
}

/** How long each turn took until the mover was told of it, in milliseconds, the first one first. */
async function goOn(port: number, game: number): Promise<number[]> {
  const sides = [await comeBack(port, nameOf('black', game)), await comeBack(port, nameOf('white', game))];
  const waits: number[] = [];
  for (let turn = TURNS; turn <= TURNS + FURTHER_TURNS; turn++) {
    const [mover, other] = turn % 2 === 0 ? sides : sides.toReversed();
    const since = performance.now();
    const move = `CORE.MOVE~${stoneOf(turn)}`;
    mover!.send(move);
    assert.equal(await mover!.line(), move);
    waits.push(performance.now() - since);
    assert.equal(await other!.line(), move);
  }
  for (const { socket } of sides) socket.destroy();
  return waits;
}

/** A start with 100,000 running games, and the first turn in one of them. */
export const restartTime: MeasureSection = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  const data = join(folder, 'games.db');
  const [bare, ready, firsts, others, memory]: number[][] = [[], [], [], [], []];
  try {
    await writeRunningGames(data, GAMES, TURNS);
    for (let round = 0; round < ROUNDS; round++) {
      bare!.push(await bareNode());
      const since = performance.now();
      const tengen = new BuiltTengen('serve', '--port', '0', '--data', data, '--log-level', 'error');
      const [port = 0] = await tengen.ports();
      ready!.push(performance.now() - since);
      const status = readFileSync(`/proc/${tengen.child.pid}/status`, 'utf8');
      memory!.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / GAMES);
      const visited = new Set<number>();
      while (visited.size < VISITED) visited.add(1 + round * (GAMES / ROUNDS) + roll(GAMES / ROUNDS));
      for (const game of visited) {
        const [first, ...rest] = await goOn(port, game);
        firsts!.push(first!);
        others!.push(...rest);
      }
      await tengen.end('SIGKILL');
      assert.equal(tengen.stderr, '');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const usual = spreadOf(others!).median;
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
  say(
    figure(
      'a server with 100,000 running games of 100 turns in its journal, until it listens',
      'a bare `node -e 0`, in time',
      ready!.map((time, round) => time / bare![round]!),
      50,
      `${spreadOf(ready!).median.toFixed(0)} ms, and ${spreadOf(bare!).median.toFixed(0)} ms; ` +
        `the whole server then has ${spreadOf(memory!).median.toFixed(1)} KiB a game`,
    ),
  );
  say(
    figure(
      'the first turn in one of them once both are back, until its mover is told',
      'the median of later turns, in time',
      firsts!.map((time) => time / usual),
      20,
      `the slowest of ${firsts!.length} took ${(Math.max(...firsts!) / usual).toFixed(1)} times as long; a later turn ${usual.toFixed(2)} ms`,
    ),
  );
};
