import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Color, opposite } from '../../../src/rules/color.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { vertexName } from '../../../src/rules/vertex.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const ROUNDS = 6;

/** A GTP controller of one colour, which remembers its game. */
class Side {
  readonly color: Color;
  /** The moves that this controller knows, black's first move first. */
  readonly moves: string[] = [];
  #peer: TcpClient | undefined;

  constructor(color: Color) {
    this.color = color;
  }

  get peer(): TcpClient {
    assert.ok(this.#peer !== undefined);
    return this.#peer;
  }

  /** Connects, repeats the known moves, and asks for the opponent's move. */
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

  /** Waits for the answer to `genmove`. */
  async expectMove(expected: string): Promise<void> {
    assert.deepEqual(await this.peer.lines(2), [`= ${expected}`, '']);
    this.moves.push(expected);
  }
}

/** The vertex of each move. No move captures a stone. */
const vertexOf = (move: number): string => {
  const at = Math.floor(move / 2);
  const row = (move % 2 === 0 ? 0 : 8) + (move % 2 === 0 ? 1 : -1) * Math.floor(at / 9);
  return vertexName(square(9), pointAt(square(9), at % 9, row)!);
};

test('controllers set up their game again after kill -9, whether or not the last move was stored', async (t) => {
  const data = temporaryFolder(t)('journal.db');
  const sides = [new Side('black'), new Side('white')] as const;
  // The first move makes black's seek.
  sides[0].moves.push(vertexOf(0));
  let move = 1;
  for (let round = 1; round <= ROUNDS; round++) {
    const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', 'os', '--resume', '120'];
    const server = new Tengen('serve', ...options, '--listen', 'gtp://127.0.0.1:0?as=engine');
    t.after(() => server.end('SIGKILL'));
    const [, port = 0] = await server.ports(2);
    for (const side of sides) await side.connect(port);
    // The side that was to move when the server was killed has repeated its last move, so the server has it now.
    await sides[move % 2]!.expectMove(vertexOf(move - 1));
    for (let step = 0; step < round; step++, move++) {
      const [mover, other] = [sides[move % 2]!, sides[(move + 1) % 2]!];
      await mover.ask(`play ${mover.color} ${vertexOf(move)}`);
      mover.moves.push(vertexOf(move));
      mover.awaitMove();
      await other.expectMove(vertexOf(move));
    }
    // This move may be stored or not when the server dies.
    const mover = sides[move % 2]!;
    mover.moves.push(vertexOf(move));
    mover.peer.send(`play ${mover.color} ${vertexOf(move)}`);
    if (round % 2 === 0) assert.deepEqual(await mover.peer.lines(2), ['=', '']);
    move++;
    await server.end('SIGKILL');
    assert.equal(server.stderr, '');
  }
});
