import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { coordinates, square } from '../../../src/rules/point.ts';
import { parseVertex } from '../../../src/rules/vertex.ts';
import type { Client } from '../../support/clients/client.ts';

/** Milliseconds between two requests of a client that must ask for news. */
const POLL_INTERVAL = 25;
/** Milliseconds that a test waits for the state of a client. */
const TIMEOUT = 60_000;

/** Column and row of a vertex such as `E5`. */
function parseCoordinates(vertex: string, lines: number): BoardCoordinates {
  const point = parseVertex(square(lines), vertex);
  if (point === undefined) throw new RangeError(`${vertex} is not a point of the board`);
  return coordinates(square(lines), point);
}

/** A test client at a real socket. It fails if the server breaks the protocol. */
export class Opponent<Kind extends Client> {
  readonly client: Kind;
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout | undefined;
  #failure: unknown;
  #changed: () => void = () => {};

  private constructor(client: Kind, socket: Socket, polls: boolean) {
    this.client = client;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (bytes) => this.#guard(() => client.receive(bytes)));
    socket.on('end', () => socket.end());
    socket.on('close', () => this.#guard(() => client.hungUp()));
    if (polls) this.#timer = setInterval(() => this.act(() => client.poll()), POLL_INTERVAL);
  }

  /** `polls`: the client of this protocol must ask for news. */
  static async connect<Kind extends Client>(port: number, client: Kind, polls = false): Promise<Opponent<Kind>> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new Opponent(client, socket, polls);
  }

  /** Lets the client send a message. */
  act(action: (client: Kind) => void): void {
    this.#guard(() => action(this.client));
  }

  /** Waits until the client is in this state. */
  async waitUntil(isReached: (client: Kind) => boolean): Promise<void> {
    const deadline = Date.now() + TIMEOUT;
    while (!isReached(this.client)) {
      if (this.#failure !== undefined) throw this.#failure;
      if (Date.now() > deadline) this.client.fail('the expected state was not reached in time');
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
        timer = setTimeout(resolve, TIMEOUT);
      });
      clearTimeout(timer);
    }
  }

  /** Waits until the client is to move, and moves: a vertex, or `pass`. */
  async move(vertex: string, lines: number): Promise<void> {
    await this.waitUntil(({ isReadyToMove }) => isReadyToMove);
    this.act((client) => (vertex === 'pass' ? client.pass() : client.play(parseCoordinates(vertex, lines))));
  }

  hangUp(): void {
    clearInterval(this.#timer);
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #guard(act: () => void): void {
    try {
      act();
      const bytes = this.client.output();
      if (bytes.length > 0 && this.#socket.writable) this.#socket.write(bytes);
    } catch (error) {
      this.#failure ??= error;
    }
    this.#changed();
  }
}
