import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { waitForArchivedGames } from '../../support/http/wait-for-archived-games.ts';
import { refusal, serve, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Plays a game in which black surrenders at once. */
async function playGame(port: number, black: string, white: string): Promise<void> {
  const [loser, winner] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  loser.send(`CORE.HELLO~${black}`, 'CORE.NEWGAME~9');
  assert.equal(await loser.line(), 'CORE.HELLO');
  winner.send(`CORE.HELLO~${white}`, 'CORE.NEWGAME~9');
  assert.equal(await loser.line(), `CORE.MATCH~BLACK~9~${white}`);
  loser.send('CORE.SURRENDER');
  assert.match(await loser.line(), /^CORE\.GAMEOVER~WHITE/);
}

test('a server that was killed archives every game of its journal, also in a new archive', async (t) => {
  const file = temporaryFolder(t);
  const options = ['--data', file('a.db'), '--durability', 'os'];
  const first = serve(t, ...options);
  const [port = 0] = await first.ports();
  for (const [black, white] of [
    ['alice', 'bob'],
    ['carol', 'dave'],
  ] as const)
    await playGame(port, black, white);
  await first.end('SIGKILL');
  for (const name of ['a-archive.db', 'a-archive.db-wal', 'a-archive.db-shm']) rmSync(file(name), { force: true });

  const [again = 0] = await serve(t, ...options).ports();
  assert.deepEqual(
    (await waitForArchivedGames(`http://127.0.0.1:${again}`, 2)).map(({ game, black }) => `${game} ${black.name}`),
    ['2 carol', '1 alice'],
  );
});

test('with a new journal, game numbers continue after those of the archive', async (t) => {
  const file = temporaryFolder(t);
  const archive = ['--database', file('archive.db')];
  const first = serve(t, '--data', file('a.db'), ...archive);
  const [port = 0] = await first.ports();
  await playGame(port, 'alice', 'bob');
  await waitForArchivedGames(`http://127.0.0.1:${port}`, 1);
  assert.equal(await first.end('SIGTERM'), 0, first.stderr);
  assert.ok(!existsSync(file('a-archive.db')));

  const [again = 0] = await serve(t, '--data', file('b.db'), ...archive).ports();
  await playGame(again, 'carol', 'dave');
  assert.deepEqual(
    (await waitForArchivedGames(`http://127.0.0.1:${again}`, 2)).map(({ game, black }) => `${game} ${black.name}`),
    ['2 carol', '1 alice'],
  );
});

test('a database that cannot be used is reported in one line', async (t) => {
  const file = temporaryFolder(t);
  const data = ['--data', file('a.db')];
  assert.match(
    await refusal('serve', ...data, '--database', file('no/b.db')),
    /b\.db cannot be used: .* does not exist$/m,
  );
  const server = 'postgres://alice:secret@127.0.0.1:1/test';
  const line = await refusal('serve', ...data, '--database', server);
  assert.match(line, /postgres:\/\/alice@127\.0\.0\.1:1\/test cannot be used: .*ECONNREFUSED/);
  assert.doesNotMatch(line, /secret/);
});
