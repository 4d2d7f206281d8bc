import { type CheckedClause, checkServer } from '../../../src/check/check-server.ts';
import type { Dial } from '../../../src/client/tcp-connection.ts';
import type { Clock } from '../../../src/clock.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { InMemoryServer } from '../server/in-memory-server.ts';
import { serverClausesOf } from './loaded-clauses.ts';

/** Connections in memory that count their deliveries. */
class Loopback {
  readonly #reception: AcceptConnection;
  readonly #clock: Clock;
  readonly #delay: number;
  /** The number of deliveries. */
  delivered = 0;

  constructor(reception: AcceptConnection, clock: Clock, delay: number) {
    this.#reception = reception;
    this.#clock = clock;
    this.#delay = delay;
  }

  /** Delivers to the client, after the delay on the server's clock. */
  #deliverToClient(action: () => void): void {
    if (this.#delay === 0) this.#deliver(action);
    else this.#clock.at(this.#clock.now() + this.#delay, () => this.#deliver(action));
  }

  #deliver(action: () => void): void {
    setImmediate(() => {
      this.delivered++;
      action();
    });
  }

  readonly dial: Dial = (handler) => {
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      this.#deliverToClient(() => handler.closed());
    };
    const connection: TransportCallbacks = this.#reception('127.0.0.1', {
      id: 'c1',
      send: (bytes) => this.#deliverToClient(() => handler.received(bytes)),
      close,
      pause: () => {},
    });
    this.#deliver(() => handler.connected());
    return {
      send: (bytes) => this.#deliver(() => open && connection.receive(bytes)),
      close: () =>
        this.#deliver(() => {
          connection.lost();
          close();
        }),
    };
  };
}

/** A check takes some hundred rounds. */
const MAX_ROUNDS = 100_000;

let names = 0;
const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A new name for each client, of letters only. */
function newName(): string {
  const number = names++;
  return `x${[676, 26, 1].map((place) => letters[Math.floor(number / place) % 26]).join('')}`;
}

/**
 * Runs `tengen check` against our own server, with altered messages. `delay`: milliseconds that a message to a client takes. The clock is
 * virtual, so the check does not wait.
 */
export async function checkOwnServer(
  protocol: string,
  listener: string,
  alter: (reception: AcceptConnection) => AcceptConnection = (reception) => reception,
  settings: ProtocolSettings = {},
  delay = 0,
): Promise<readonly CheckedClause[]> {
  const server = new InMemoryServer();
  await server.start();
  const catalogue = serverClausesOf(protocol, settings);
  if (!catalogue.ok) throw new Error(catalogue.problem);
  const loopback = new Loopback(alter(server.reception(listener)), server.clock, delay);
  let over = false;
  const report = checkServer(catalogue.value, {
    dial: loopback.dial,
    clock: server.clock,
    timeouts: { answer: 3_000, silence: 300 },
    newName,
  }).finally(() => {
    over = true;
  });
  for (let round = 0; !over; round++) {
    if (round > MAX_ROUNDS) throw new Error('the check does not end');
    const before = loopback.delivered;
    for (let turn = 0; turn < 4; turn++) await server.clock.settle();
    if (loopback.delivered === before) await server.clock.advance(300);
  }
  const checked = await report;
  if (!checked.ok) throw new Error(checked.problem);
  return checked.value;
}
