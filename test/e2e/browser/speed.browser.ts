import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { withoutBrowser } from './launch-browser.ts';
import { type StoneSpeed, traceStones } from './stone-speed.ts';
import { TestServer } from './test-server.ts';

const LINES = 131;
/** The number of stones on the board before the first measurement. */
const STONES_BEFORE = 2000;
/** The number of stones in a measurement. */
const STONES = 60;
/**
 * The limit of the ratio between the work of the game's page and that of a page that only receives the messages, in the
 * same run. Measured: 15 in the median. `scripts/browser-board-speed.ts` measures milliseconds.
 */
const MAX_RATIO = 30;
const ATTEMPTS = 3;

/**
 * Points for stones that cannot be captured: two of every five points stay empty, and every stone is beside one of
 * them. Successive points are far from each other.
 */
function* scatteredPoints(): Generator<number> {
  const points = LINES * LINES;
  for (let count = 0; count < points; count++) {
    const point = (count * 7919) % points;
    const [x, y] = [point % LINES, Math.floor(point / LINES)];
    if ((x + 2 * y) % 5 > 1) yield point;
  }
}

/** A game between two nu6 clients that play as fast as the server answers. */
class Game {
  readonly #peers: readonly TcpClient[];
  readonly #points = scatteredPoints();
  #count = 0;

  constructor(peers: readonly TcpClient[]) {
    this.#peers = peers;
  }

  static async start(port: number): Promise<Game> {
    const peers = [await TcpClient.connect(port), await TcpClient.connect(port)];
    for (const [index, peer] of peers.entries()) {
      peer.send(`CORE.HELLO~${'pq'[index]}`, `CORE.NEWGAME~${LINES}`);
      assert.equal(await peer.line(), 'CORE.HELLO');
      // The first client must be the one that waits.
      if (index === 0) await eventually('the seek is in the lobby', () => hasSeek(port));
    }
    for (const peer of peers) assert.match(await peer.line(), /^CORE\.MATCH~/);
    return new Game(peers);
  }

  async play(): Promise<void> {
    const line = `CORE.MOVE~${this.#points.next().value}`;
    this.#peers[this.#count++ % 2]!.send(line);
    for (const peer of this.#peers) assert.equal(await peer.line(), line);
  }
}

async function hasSeek(port: number): Promise<boolean> {
  const lobby = (await (await fetch(`http://127.0.0.1:${port}/api/lobby`)).json()) as { seeks: unknown[] };
  return lobby.seeks.length > 0;
}

/** A script that sets a performance mark. The promise `shown` resolves two frames after the event that `watch` waits for. */
const markAndWatch = (watch: string): string => `{
  performance.mark('stone');
  globalThis.shown = new Promise((done) => {
    const seen = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    ${watch}
  });
  true;
}`;
const BOARD = `
  const grid = document.querySelector('[role=grid]');
  const change = new MutationObserver(() => { change.disconnect(); seen(); });
  change.observe(grid, { subtree: true, attributes: true, attributeFilter: ['class'] });`;
const SOCKET = `socket.addEventListener('message', seen, { once: true });`;

describe('the cost of a stone on the largest board', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--durability', 'none');
  });
  after(() => server?.close());

  test('the main thread of a game’s page takes at most 30 times as long as a page that only receives the messages', async (t) => {
    const game = await Game.start(server.port());
    for (let stone = 0; stone < STONES_BEFORE; stone++) await game.play();
    const measure = async (page: Page, watch: string): Promise<StoneSpeed> =>
      await traceStones(server.browser, page, STONES, async (stones) => {
        for (let stone = 0; stone < stones; stone++) {
          await page.evaluate(markAndWatch(watch));
          await game.play();
          await page.evaluate('shown');
        }
        await page.evaluate(`performance.mark('stone')`);
      });
    const report = (what: string, { p50, p95, max }: StoneSpeed): void =>
      t.diagnostic(`${what}: ${[p50, p95, max].map((each) => each.toFixed(2)).join(', ')} ms (median, 95 %, longest)`);

    const bare = await server.browser.newPage();
    await bare.goto(`${server.url}/api/lobby`);
    await bare.evaluate(`new Promise((done) => {
      globalThis.socket = new WebSocket('ws://' + location.host + '/api/socket');
      socket.onopen = () => {
        socket.send('{"kind":"open"}');
        socket.send('{"kind":"watch","game":1}');
      };
      socket.onmessage = ({ data }) => JSON.parse(data).kind === 'done' && done();
    })`);
    const least = await measure(bare, SOCKET);
    report('a bare page', least);
    await bare.close();

    const spectator = await server.visitor('spectator');
    await spectator.goTo('/games/1');
    await spectator.page.getByRole('gridcell', { name: /last move/ }).waitFor({ state: 'attached' });
    const speeds: StoneSpeed[] = [];
    while (speeds.length < ATTEMPTS && !speeds.some(({ p50 }) => p50 <= MAX_RATIO * least.p50)) {
      const speed = await measure(spectator.page, BOARD);
      speeds.push(speed);
      report('the game’s page', speed);
      t.diagnostic(
        speed.parts
          .slice(0, 6)
          .map(([part, cost]) => `${part} ${cost.toFixed(2)}`)
          .join(', '),
      );
    }
    const ratio = Math.min(...speeds.map(({ p50 }) => p50)) / least.p50;
    t.diagnostic(`${ratio.toFixed(1)} times the bare page, in the median`);
    await server.closeVisitors();
    assert.ok(ratio <= MAX_RATIO, `${ratio.toFixed(1)} times the bare page`);
  });
});
