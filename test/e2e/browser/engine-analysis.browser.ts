import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { Scene } from './screenshot-scenes.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/** A comment that a page with a fault would run as HTML. */
const COMMENT = '<img src=x onerror=alert(1)> &lt;b&gt;';

const ANALYSIS = { winrate: 0.41, score: -2.5, visits: 100, comment: COMMENT, moves: [{ move: 'E5', pv: 'C4 D4' }] };

/** A record in the form of the archives of CGOS. */
const RECORD = `(;FF[4]GM[1]SZ[9]KM[7]PB[ray]PW[zen]RE[B+Resign];B[ee]BL[298]CC[${JSON.stringify(ANALYSIS).replaceAll(']', '\\]')}];W[cf]WL[297])`;

describe('a game of engines', { skip: withoutBrowser }, () => {
  let server: TestServer;
  let scene: Scene;
  let ada: Visitor;
  before(async () => {
    server = await TestServer.open('--admin', 'ada', '--durability', 'none');
    scene = new Scene(server);
    ada = await scene.signedIn('ada');
  });
  after(async () => {
    scene?.close();
    await server?.close();
  });

  test('shows the analysis of the engine as text, and in SGF', async () => {
    const headers = { 'Content-Type': 'application/x-go-sgf' };
    const request = `fetch('/api/archive', ${JSON.stringify({ method: 'POST', headers, body: RECORD })})`;
    const { games } = (await ada.page.evaluate(`${request}.then((answer) => answer.json())`)) as { games: number[] };
    await ada.goTo(`/games/${games[0]}?move=1`);
    const analysis = ada.page.getByRole('region', { name: 'The engine’s analysis' });
    await analysis.waitFor();
    const text = await analysis.innerText();
    for (const line of [
      'Black’s win rate: 41 %',
      'White leads by about 2.5 points',
      '100 positions examined',
      'Expected: E5 C4 D4',
      COMMENT,
    ])
      assert(text.includes(line), `${line} is missing: ${text}`);
    assert.equal(await ada.page.locator('img').count(), 0);
    // White's engine has sent no analysis of its move.
    await ada.goTo(`/games/${games[0]}?move=2`);
    await ada.game.waitForText('Move 2 of 2');
    assert.equal(await analysis.count(), 0);
    const sgf = await (await fetch(`${server.url}/api/games/${games[0]}.sgf`)).text();
    assert.match(sgf, /CC\[\{"winrate":0\.41,[\s\S]*\]C\[<img src=x onerror=alert\(1\)> &lt;b&gt;\]/);
  });
});
