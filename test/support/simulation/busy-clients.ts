import type { RandomInt } from '../clients/random.ts';
import { Bag } from './random-bag.ts';
import type { SimulatedClient } from './simulated-client.ts';

/** Who has bytes under way, so that nobody has to be asked. */
export class BusyClients {
  readonly #busy = new Bag<SimulatedClient>();
  /** Those who have heard something, and not acted since. */
  readonly #eager = new Bag<SimulatedClient>();
  /** Those who hear at once, and are about to. */
  #hearing: SimulatedClient[] = [];

  /** Somebody for whom, or from whom, bytes are on their way, if there is anybody. */
  pick(roll: RandomInt): SimulatedClient | undefined {
    return this.#busy.size === 0 ? undefined : this.#busy.pick(roll);
  }

  changed(guest: SimulatedClient): void {
    this.#busy.put(guest, guest.isBusy);
  }

  /** Somebody who has heard something that it may want to answer, if there is anybody; it is not found again. */
  takeEager(roll: RandomInt): SimulatedClient | undefined {
    if (this.#eager.size === 0) return undefined;
    const guest = this.#eager.pick(roll);
    this.#eager.put(guest, false);
    return guest;
  }

  hears(guest: SimulatedClient): void {
    this.#eager.put(guest, true);
  }

  tells(guest: SimulatedClient): void {
    this.#hearing.push(guest);
  }

  /** Those who hear at once hear what has been said. */
  tell(): void {
    for (; this.#hearing.length > 0; ) for (const guest of this.#hearing.splice(0)) guest.listen();
  }
}
