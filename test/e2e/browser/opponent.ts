import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { coordinates, square } from '../../../src/rules/point.ts';
import { parseVertex } from '../../../src/rules/vertex.ts';
import type { Client } from '../../support/clients/client.ts';

/** Milliseconds between two questions of a client that has to ask for news, and before a test gives up hoping. */
const POLL = 25;
const PATIENCE = 60_000;

/** Column and row of a point by its name. */
function placeOf(vertex: string, lines: number): BoardCoordinates {
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
    if (polls) this.#timer = setInterval(() => this.do(() => client.poll()), POLL);
  }

  /** `polls`: its protocol tells news only to whoever asks. */
  static async at<Kind extends Client>(port: number, client: Kind, polls = false): Promise<Opponent<Kind>> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new Opponent(client, socket, polls);
  }

  /** Has the client say something. */
  do(say: (client: Kind) => void): void {
    this.#guard(() => say(this.client));
  }

  /** Until the client knows that. */
  async until(known: (client: Kind) => boolean): Promise<void> {
    const tooLate = Date.now() + PATIENCE;
    while (!known(this.client)) {
      if (this.#failure !== undefined) throw this.#failure;
      if (Date.now() > tooLate) this.client.fail('out of patience');
      let patience: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
        patience = setTimeout(resolve, PATIENCE);
      });
      clearTimeout(patience);
    }
  }

  /** Waits for its turn and takes it: a point by its name, or `pass`. */
  async take(turn: string, lines: number): Promise<void> {
    await this.until(({ isReadyToMove }) => isReadyToMove);
    this.do((client) => (turn === 'pass' ? client.pass() : client.play(placeOf(turn, lines))));
  }

  hangUp(): void {
    clearInterval(this.#timer);
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #guard(act: () => void): void {
    try {
      act();
      const said = this.client.output();
      if (said.length > 0 && this.#socket.writable) this.#socket.write(said);
    } catch (error) {
      this.#failure ??= error;
    }
    this.#changed();
  }
}
