import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parseJson } from '../../../src/rules/records/json-record-codec.ts';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { waitForArchivedGames } from '../../support/http/wait-for-archived-games.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { Tengen, temporaryFolder } from '../serve/server-process.ts';
import { enter, move, startGame } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

/** Runs one of PostgreSQL's programs. */
function run(program: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args);
  assert.equal(status, 0, `${program}: ${error ?? stderr}`);
}

/** Players, moves and result of each exported game. */
async function exported({ storageOptions: places }: Installation, ...more: readonly string[]): Promise<object[]> {
  const tengen = new Tengen('export', '--json', ...places, ...more);
  assert.equal(await tengen.ended(), 0, tengen.stderr);
  return tengen.stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const game = parseJson(line);
      assert(game.ok);
      const { black, white, moves, result } = game.value;
      return { black, white, moves: moves.length, result: result?.kind };
    });
}

/** Waits until the archive has this number of games, and returns their numbers. */
const archivedNumbers = async (port: number, count: number): Promise<readonly number[]> =>
  (await waitForArchivedGames(`http://127.0.0.1:${port}`, count)).map(({ game }) => game);

const FINISHED = { black: 'alice', white: 'bob', moves: 1, result: 'won' };
const RUNNING = { black: 'alice', white: 'bob', moves: 2, result: undefined };

describe('an installation of several nodes', { skip }, () => {
  test('is exported while it runs, and continues elsewhere from a copy of its databases', async (context) => {
    const database = await postgres.newPlace();
    const installation = await Installation.open(context, database);
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 0);
    bob.send('CORE.SURRENDER');
    for (const player of [alice, bob]) assert.match(await player.line(), /^CORE\.GAMEOVER/);
    await archivedNumbers(nodeA.port, 1);
    alice.send('CORE.NEWGAME~9');
    await eventually('Alice’s seek', async () => {
      const { seeks } = (await (await fetch(`http://127.0.0.1:${nodeB.port}/api/lobby`)).json()) as { seeks: object[] };
      return seeks.length > 0;
    });
    bob.send('CORE.NEWGAME~9');
    assert.equal(await bob.line(), 'CORE.MATCH~WHITE~9~alice');
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
    await move(alice, bob, 3);
    await move(bob, alice, 4);
    assert.deepEqual(await exported(installation), [FINISHED, RUNNING]);
    assert.deepEqual(await exported(installation, '2'), [RUNNING]);
    const sgf = new Tengen('export', ...installation.storageOptions, '2', '3');
    assert.equal(await sgf.ended(), 1);
    assert.match(sgf.stdout, /^\(;[^()]*;B\[da\][^()]*;W\[ea\][^()]*\)\n$/);
    assert.equal(sgf.stderr, 'tengen: game 3: the game does not exist\n');

    // The backup of docs/nodes.md.
    for (const { tengen } of [nodeA, nodeB]) await tengen.end('SIGTERM');
    await installation.nats.kill('SIGTERM');
    const url = new URL(database);
    const [, schema = ''] = /search_path=(\S+)/.exec(url.searchParams.get('options') ?? '') ?? [];
    url.searchParams.delete('options');
    const dump = temporaryFolder(context)('tengen.dump');
    run('pg_dump', '--format=custom', `--schema=${schema}`, `--file=${dump}`, url.href);

    // Restore into an empty PostgreSQL, and NATS with the copied folder.
    run('psql', '--quiet', '--command', `DROP SCHEMA ${schema} CASCADE`, url.href);
    run('pg_restore', `--dbname=${url.href}`, dump);
    const nats = await NatsServer.start(context, { store: installation.nats.store });
    const restored = new Installation(context, nats, database);
    const [nodeC, nodeD] = [await restored.node(), await restored.node()];
    const [black, white] = [await enter(nodeC.port, 'alice'), await enter(nodeD.port, 'bob')];
    for (const [player, color, opponent] of [
      [black, 'BLACK', 'bob'],
      [white, 'WHITE', 'alice'],
    ] as const) {
      player.send('CORE.NEWGAME~9');
      assert.deepEqual(await player.lines(3), [`CORE.MATCH~${color}~9~${opponent}`, 'CORE.MOVE~3', 'CORE.MOVE~4']);
    }
    await move(black, white, 5);
    white.send('CORE.SURRENDER');
    assert.match(await black.line(), /^CORE\.GAMEOVER/);
    assert.deepEqual(await archivedNumbers(nodeC.port, 2), [2, 1]);
  });

  test('with an older copy of the stream, new games get numbers that the archive does not have yet', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const first = await installation.node();
    await first.tengen.end('SIGTERM');
    await installation.nats.kill('SIGTERM');
    const old = await NatsServer.start(context, { store: installation.nats.store });
    await installation.nats.start();
    const database = installation.storageOptions[3] ?? '';
    for (const [round, source] of [installation, new Installation(context, old, database)].entries()) {
      const { port, tengen } = await source.node();
      const { alice, bob } = await startGame(port, port);
      await move(alice, bob, 0);
      bob.send('CORE.SURRENDER');
      assert.deepEqual(
        (await archivedNumbers(port, round + 1)).toSorted((one, other) => one - other),
        [1, 2].slice(0, round + 1),
      );
      await tengen.end('SIGTERM');
    }
  });
});
