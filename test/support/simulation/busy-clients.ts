import type { RandomInt } from '../clients/random.ts';
import { RandomBag } from './random-bag.ts';
import type { SimulatedClient } from './simulated-client.ts';

/** Keeps track of the clients with bytes in flight, so that the simulation need not search for them. */
export class BusyClients {
  readonly #busy = new RandomBag<SimulatedClient>();
  /** Clients that have received bytes and have not acted since. */
  readonly #active = new RandomBag<SimulatedClient>();
  /** Clients that receive without delay and for which bytes have been sent. */
  #receiving: SimulatedClient[] = [];

  /** A random client with bytes in flight in either direction, if there is one. */
  pick(randomInt: RandomInt): SimulatedClient | undefined {
    return this.#busy.size === 0 ? undefined : this.#busy.pick(randomInt);
  }

  update(client: SimulatedClient): void {
    this.#busy.put(client, client.isBusy);
  }

  /** Removes and returns a random client that has received bytes and has not acted since, if there is one. */
  takeActive(randomInt: RandomInt): SimulatedClient | undefined {
    if (this.#active.size === 0) return undefined;
    const client = this.#active.pick(randomInt);
    this.#active.put(client, false);
    return client;
  }

  onReceived(client: SimulatedClient): void {
    this.#active.put(client, true);
  }

  onSent(client: SimulatedClient): void {
    this.#receiving.push(client);
  }

  /** Delivers the sent bytes to the clients that receive without delay. */
  deliver(): void {
    for (; this.#receiving.length > 0; ) for (const client of this.#receiving.splice(0)) client.receiveAll();
  }
}
