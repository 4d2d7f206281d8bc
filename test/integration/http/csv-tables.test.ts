import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseCsv } from '../../../src/csv.ts';
import type { RouteServices } from '../../../src/server/http/route-services.ts';
import { csvRoutes } from '../../../src/server/http/routes/csv-routes.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { listedGame } from '../../support/archive/game-fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { SynchronousJobRunner } from '../../support/server/synchronous-job-runner.ts';

async function table(url: string): Promise<readonly (readonly string[])[]> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="[a-z0-9-]+\.csv"$/);
  const parsed = parseCsv(await answer.text());
  assert(parsed.ok);
  return parsed.value.map(({ cells }) => cells);
}

/** Plays a game of one move, which a player of nu6 wins because a player of nedap resigns. */
async function playGame(port: number, black: string, white: string): Promise<void> {
  const [winner, loser] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  winner.send(`CORE.HELLO~${black}`, 'CORE.NEWGAME~9');
  assert.equal(await winner.line(), 'CORE.HELLO');
  loser.send(`GO ${white} 9`);
  assert.match(await winner.line(), /^CORE\.MATCH~BLACK/);
  winner.send('CORE.MOVE~40');
  assert.equal(await winner.line(), 'CORE.MOVE~40');
  loser.send('TABLEFLIP');
  assert.match(await winner.line(), /^CORE\.GAMEOVER/);
  loser.send('EXIT');
}

describe('tables for spreadsheets', () => {
  test('contain games, cross table, ranking and messages, and quote a name that begins like a formula', async (t) => {
    const { port, url } = await startTestServer(t);
    await playGame(port, '=1+1', 'bob');
    await eventually('the game in the archive', async () => (await table(`${url}/api/archive.csv`)).length === 2);
    const [header = [], row = []] = await table(`${url}/api/archive.csv?game=go&size=9`);
    const cell = (title: string): string | undefined => row[header.indexOf(title)];
    const shown = ['game', 'size', 'black', 'black protocol', 'white', 'result', 'turns', 'imported'].map(cell);
    assert.deepEqual(shown, ['1', '9', "'=1+1", 'nu6', 'bob', 'black', '1', 'false']);
    assert.equal((await table(`${url}/api/archive.csv?size=19`)).length, 1, 'only the header');
    assert.deepEqual(await table(`${url}/api/cross-table.csv`), [
      ['player', "'=1+1", 'bob', 'won', 'lost', 'drawn'],
      ["'=1+1", '', '1-0-0', '1', '0', '0'],
      ['bob', '0-1-0', '', '0', '1', '0'],
    ]);
    const [places = []] = await table(`${url}/api/ratings.csv?class=go-9`);
    assert.deepEqual(places.slice(0, 3), ['place', 'player', 'rating']);
    const messages = await table(`${url}/api/games/1/conversation.csv`);
    const [titles = []] = messages;
    const rows = messages.map((each) =>
      ['color', 'player', 'from', 'message'].map((title) => each[titles.indexOf(title)]),
    );
    assert.deepEqual(rows[1], ['black', "'=1+1", 'client', 'CORE.HELLO~=1+1']);
    assert(rows.some((each) => each.join() === 'white,bob,client,TABLEFLIP'));
  });

  test('compute the cross table in the job thread', async () => {
    const jobs = new SynchronousJobRunner();
    const archive = { search: async () => ({ games: [listedGame(1, 9)] }) };
    const largeAnswers = { run: (_: unknown, answer: () => unknown) => answer() };
    const app = csvRoutes({ archive, jobs, largeAnswers } as unknown as RouteServices);
    const answer = await app.request('/api/cross-table.csv');
    assert.match(await answer.text(), /^player,alice,bob,won,lost,drawn\r\n/);
    assert.deepEqual(jobs.jobs, ['crossTable']);
  });

  test('answer a malformed query by 400 and an unknown game by 404', async (t) => {
    const { url } = await startTestServer(t);
    for (const path of ['archive.csv?size=x', 'cross-table.csv?from=yesterday', 'ratings.csv', 'ratings.csv?class=x'])
      assert.equal((await fetch(`${url}/api/${path}`)).status, 400, path);
    assert.equal((await fetch(`${url}/api/games/7/conversation.csv`)).status, 404);
  });
});
