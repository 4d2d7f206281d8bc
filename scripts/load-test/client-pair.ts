import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { TcpClient } from '../../test/e2e/serve/tcp-client.ts';

const LINES = 131;
/** The stones of a game never touch: they are on every second point of every second row. */
const PER_ROW = 65;
const STONES = PER_ROW * PER_ROW;

/** Two well-behaved clients that play one game after the other. */
export class ClientPair {
  #black: TcpClient;
  #white: TcpClient;
  #moves = 0;
  games = 0;

  private constructor(black: TcpClient, white: TcpClient) {
    this.#black = black;
    this.#white = white;
  }

  static async start(port: number): Promise<ClientPair> {
    const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    const pair = new ClientPair(black, white);
    black.send('CORE.HELLO~quiet-black');
    assert.equal(await black.line(), 'CORE.HELLO');
    white.send('CORE.HELLO~quiet-white');
    assert.equal(await white.line(), 'CORE.HELLO');
    await pair.#startGame();
    return pair;
  }

  /**
   * Plays for some milliseconds, with a pause between moves. Returns the milliseconds until the mover received the confirmation of
   * each move.
   */
  async play(milliseconds: number, pause: number): Promise<number[]> {
    const delays: number[] = [];
    const until = performance.now() + milliseconds;
    while (performance.now() < until) {
      delays.push(await this.#timeMove());
      if (pause > 0) await delay(pause);
    }
    return delays;
  }

  close(): void {
    this.#black.socket.destroy();
    this.#white.socket.destroy();
  }

  async #timeMove(): Promise<number> {
    if (this.#moves === STONES) await this.#startGame();
    const [mover, other] = this.#moves % 2 === 0 ? [this.#black, this.#white] : [this.#white, this.#black];
    const move = `CORE.MOVE~${(this.#moves % PER_ROW) * 2 + Math.floor(this.#moves / PER_ROW) * 2 * LINES}`;
    this.#moves++;
    const start = performance.now();
    mover.send(move);
    assert.equal(await mover.line(), move);
    const milliseconds = performance.now() - start;
    assert.equal(await other.line(), move);
    return milliseconds;
  }

  async #startGame(): Promise<void> {
    if (this.games > 0) {
      this.#black.send('CORE.SURRENDER');
      for (const peer of [this.#black, this.#white]) assert.match(await peer.line(), /^CORE\.GAMEOVER/);
    }
    const peers = [this.#black, this.#white];
    for (const peer of peers) peer.send(`CORE.NEWGAME~${LINES}`);
    // The client whose seek the server reads first plays black.
    for (const peer of peers) {
      const match = await peer.line();
      if (match.startsWith('CORE.MATCH~BLACK')) this.#black = peer;
      else if (match.startsWith('CORE.MATCH~WHITE')) this.#white = peer;
      else throw new Error(`no game started: ${match}`);
    }
    this.#moves = 0;
    this.games++;
  }
}
