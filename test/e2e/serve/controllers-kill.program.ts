import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Color, opposite } from '../../../src/rules/color.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { vertexName } from '../../../src/rules/vertex.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const ROUNDS = 6;

/** A controller of one side, which knows its game by itself. */
class Side {
  readonly color: Color;
  /** Vertices, black's first, as far as this side knows. */
  readonly moves: string[] = [];
  #peer: TcpClient | undefined;

  constructor(color: Color) {
    this.color = color;
  }

  get peer(): TcpClient {
    assert.ok(this.#peer !== undefined);
    return this.#peer;
  }

  /** Connects, sets up its game as it knows it, and asks for the opponent's move. */
  async connect(port: number): Promise<void> {
    const peer = await TcpClient.connect(port, this.color === 'black' ? '127.0.0.2' : '127.0.0.3');
    this.#peer = peer;
    await this.ask('boardsize 9');
    await this.ask('clear_board');
    for (const [index, vertex] of this.moves.entries()) await this.ask(`play ${index % 2 === 0 ? 'b' : 'w'} ${vertex}`);
    this.awaitMove();
  }

  async ask(command: string): Promise<void> {
    this.peer.send(command);
    assert.deepEqual(await this.peer.lines(2), ['=', ''], command);
  }

  awaitMove(): void {
    this.peer.send(`genmove ${opposite(this.color)}`);
  }

  /** The answer to `genmove`. */
  async hear(expected: string): Promise<void> {
    assert.deepEqual(await this.peer.lines(2), [`= ${expected}`, '']);
    this.moves.push(expected);
  }
}

/** A stone for each turn that captures nothing. */
const stone = (turn: number): string => {
  const at = Math.floor(turn / 2);
  const row = (turn % 2 === 0 ? 0 : 8) + (turn % 2 === 0 ? 1 : -1) * Math.floor(at / 9);
  return vertexName(square(9), pointAt(square(9), at % 9, row)!);
};

test('controllers set up their game again after kill -9, whether or not the last move was stored', async (t) => {
  const data = temporaryFolder(t)('journal.db');
  const sides = [new Side('black'), new Side('white')] as const;
  // The first move makes black's seek.
  sides[0].moves.push(stone(0));
  let turn = 1;
  for (let round = 1; round <= ROUNDS; round++) {
    const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', 'os', '--resume', '120'];
    const server = new Tengen('serve', ...options, '--listen', 'gtp://127.0.0.1:0?as=engine');
    t.after(() => server.end('SIGKILL'));
    const [, port = 0] = await server.ports(2);
    for (const side of sides) await side.connect(port);
    // The side that was on its way to move has done so, in the server's eyes, too.
    await sides[turn % 2]!.hear(stone(turn - 1));
    for (let step = 0; step < round; step++, turn++) {
      const [mover, other] = [sides[turn % 2]!, sides[(turn + 1) % 2]!];
      await mover.ask(`play ${mover.color} ${stone(turn)}`);
      mover.moves.push(stone(turn));
      mover.awaitMove();
      await other.hear(stone(turn));
    }
    // This move may be stored or not when the server dies.
    const mover = sides[turn % 2]!;
    mover.moves.push(stone(turn));
    mover.peer.send(`play ${mover.color} ${stone(turn)}`);
    if (round % 2 === 0) assert.deepEqual(await mover.peer.lines(2), ['=', '']);
    turn++;
    await server.end('SIGKILL');
    assert.equal(server.stderr, '');
  }
});
