import assert from 'node:assert/strict';
import { TcpClient } from './tcp-client.ts';

/** Stones on every second point of every second row do not touch each other. */
const STONES_PER_ROW = 65;
const LINES = 2 * STONES_PER_ROW + 1;

const pointOf = (move: number): number => 2 * (move % STONES_PER_ROW) + 2 * LINES * Math.floor(move / STONES_PER_ROW);

export interface Nu6GameOptions {
  /** The players' names, black's first. */
  readonly names?: readonly [string, string];
  /** Whether the players use the chat extension. */
  readonly chat?: boolean;
  /** The moves that the game already has, if the players reconnect. */
  readonly earlier?: readonly number[];
}

/** A game of Go between two nu6 clients over TCP, on the largest board. The moves are stones, and no stone is captured. */
export class Nu6Game {
  readonly black: TcpClient;
  readonly white: TcpClient;
  /** The points of the moves that both clients have received, in order. */
  readonly moves: number[] = [];

  private constructor(black: TcpClient, white: TcpClient) {
    this.black = black;
    this.white = white;
  }

  static async start(
    port: number,
    { names = ['alice', 'bob'], chat = false, earlier = [] }: Nu6GameOptions = {},
  ): Promise<Nu6Game> {
    const game = new Nu6Game(await TcpClient.connect(port), await TcpClient.connect(port));
    // The player whose seek the server reads first is black.
    for (const [index, player] of game.players.entries()) {
      player.send(`CORE.HELLO~${names[index]}${chat ? '~CHAT' : ''}`, `CORE.NEWGAME~${LINES}`);
      assert.equal(await game.line(player), 'CORE.HELLO');
    }
    assert.equal(await game.line(game.black), `CORE.MATCH~BLACK~${LINES}~${names[1]}`);
    assert.equal(await game.line(game.white), `CORE.MATCH~WHITE~${LINES}~${names[0]}`);
    for (const point of earlier) await game.#receiveMove(point);
    return game;
  }

  get players(): readonly [TcpClient, TcpClient] {
    return [this.black, this.white];
  }

  /** Whether there is no point left for a move. */
  get isBoardFull(): boolean {
    return pointOf(this.moves.length) >= LINES * LINES;
  }

  /** The player's next line that is not about chat. */
  async line(player: TcpClient): Promise<string> {
    for (;;) {
      const line = await player.line();
      if (!line.startsWith('CHAT.')) return line;
    }
  }

  /** Makes the next move. Returns false if the server refuses it. Fails if a player receives anything else. */
  async move(): Promise<boolean> {
    const [mover, other] = this.moves.length % 2 === 0 ? [this.black, this.white] : [this.white, this.black];
    const point = pointOf(this.moves.length);
    assert(!this.isBoardFull);
    mover.send(`CORE.MOVE~${point}`);
    const line = await this.line(mover);
    if (line.startsWith('CORE.ERROR~')) return false;
    assert.equal(line, `CORE.MOVE~${point}`);
    assert.equal(await this.line(other), line);
    this.moves.push(point);
    return true;
  }

  /** White resigns. Resolves with the line that each player receives, black's first. */
  async resign(): Promise<string[]> {
    this.white.send('CORE.SURRENDER');
    const lines = await Promise.all(this.players.map((player) => this.line(player)));
    for (const line of lines) assert.match(line, /^CORE\.GAMEOVER/);
    return lines;
  }

  async #receiveMove(point: number): Promise<void> {
    for (const player of this.players) assert.equal(await this.line(player), `CORE.MOVE~${point}`);
    this.moves.push(point);
  }
}
