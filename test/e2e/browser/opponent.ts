import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { coordinates, square } from '../../../src/rules/point.ts';
import { parseVertex } from '../../../src/rules/vertex.ts';
import type { Client } from '../../support/clients/client.ts';

/** Milliseconds between two questions of a client that has to ask for news, and before a test gives up hoping. */
const POLL_INTERVAL = 25;
const TIMEOUT = 60_000;

/** Column and row of a point by its name. */
function parseCoordinates(vertex: string, lines: number): BoardCoordinates {
  const point = parseVertex(square(lines), vertex);
  if (point === undefined) throw new RangeError(`${vertex} is no point`);
  return coordinates(square(lines), point);
}

/** One of the tests' clients at a real socket: it keeps to its protocol, and fails where the server does not. */
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

  /** `polls`: its protocol tells news only to whoever asks. */
  static async connect<Kind extends Client>(port: number, client: Kind, polls = false): Promise<Opponent<Kind>> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new Opponent(client, socket, polls);
  }

  /** Has the client say something. */
  act(action: (client: Kind) => void): void {
    this.#guard(() => action(this.client));
  }

  /** Until the client knows that. */
  async waitUntil(isReached: (client: Kind) => boolean): Promise<void> {
    const deadline = Date.now() + TIMEOUT;
    while (!isReached(this.client)) {
      if (this.#failure !== undefined) throw this.#failure;
      if (Date.now() > deadline) this.client.fail('out of patience');
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
        timer = setTimeout(resolve, TIMEOUT);
      });
      clearTimeout(timer);
    }
  }

  /** Waits for its turn and takes it: a point by its name, or `pass`. */
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
