import { connect, type Socket } from 'node:net';
import type { MessageExchange } from './measured-protocol.ts';

/** Whatever is read is compared at once, so one place does for all. */
const heard = Buffer.allocUnsafe(65_536);
const NOTHING: Buffer = Buffer.alloc(0);

/** One connection, which must be told what is expected and nothing else. */
class Seat {
  readonly #socket: Socket;
  #expected = NOTHING;
  #told = 0;

  /** `whenTold` is called once everything that is expected has come. */
  constructor(port: number, whenTold: () => void) {
    const read = (count: number): boolean => {
      this.#compare(count);
      if (this.isTold) whenTold();
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: heard, callback: read } });
    this.#socket.on('error', (error) => {
      throw error;
    });
    this.#socket.on('end', () => {
      throw new Error(`the server hung up instead of ${this.#rest()}`);
    });
  }

  get isTold(): boolean {
    return this.#told === this.#expected.length;
  }

  expect(bytes: Buffer): void {
    this.#expected = bytes;
    this.#told = 0;
  }

  say(bytes: Buffer): void {
    if (bytes.length > 0) this.#socket.write(bytes);
  }

  /** By a reset: a connection that is closed in peace keeps its port for a minute. */
  leave(): void {
    this.#socket.removeAllListeners('end').resetAndDestroy();
  }

  #compare(count: number): void {
    const end = this.#told + count;
    if (end > this.#expected.length || this.#expected.compare(heard, 0, count, this.#told, end) !== 0) {
      throw new Error(`told ${JSON.stringify(heard.toString('latin1', 0, count))} instead of ${this.#rest()}`);
    }
    this.#told = end;
  }

  #rest(): string {
    return JSON.stringify(this.#expected.toString('latin1', this.#told));
  }
}

/** Two connections that say and are told one step after the other. */
export class ConnectionPair {
  readonly #seats: readonly [Seat, Seat];
  #steps: readonly MessageExchange[] = [];
  #next = 0;
  #then: () => void = () => {};

  constructor(port: number) {
    const told = (): void => {
      if (this.#isTold) this.#goOn();
    };
    this.#seats = [new Seat(port, told), new Seat(port, told)];
  }

  /** Calls `then` once the last step is over. */
  take(steps: readonly MessageExchange[], then: () => void): void {
    this.#steps = steps;
    this.#next = 0;
    this.#then = then;
    this.#goOn();
  }

  leave(): void {
    for (const seat of this.#seats) seat.leave();
  }

  get #isTold(): boolean {
    return this.#seats[0].isTold && this.#seats[1].isTold;
  }

  #goOn(): void {
    const step = this.#steps[this.#next++];
    if (step === undefined) {
      this.#then();
      return;
    }
    const [black, white] = this.#seats;
    black.expect(step.told[0]);
    white.expect(step.told[1]);
    black.say(step.say[0]);
    white.say(step.say[1]);
  }
}
