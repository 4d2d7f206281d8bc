import type { DecisionBuilder } from '../decision.ts';
import type { Notice } from '../notice.ts';
import type { Names } from './names.ts';
import type { Player } from './player.ts';

/** The connected players who have a name: their number on each listener, and which of them receive chat, and notices of arrivals. */
export class PresenceRegistry {
  readonly #names: Names;
  readonly chatters = new Set<Player>();
  /** The clients that receive notices of players who enter and leave. */
  readonly #arrivalListeners = new Set<Player>();
  readonly #countByListener = new Map<string, number>();

  constructor(names: Names) {
    this.#names = names;
  }

  countOn(listener: string): number {
    return this.#countByListener.get(listener) ?? 0;
  }

  add(player: Player): void {
    const { listener } = player.profile;
    this.#countByListener.set(listener, this.countOn(listener) + 1);
    if (player.receivesChat) this.chatters.add(player);
    if (player.receivesArrivals) this.#arrivalListeners.add(player);
  }

  remove(player: Player): void {
    const { listener } = player.profile;
    this.chatters.delete(player);
    this.#arrivalListeners.delete(player);
    this.#countByListener.set(listener, this.countOn(listener) - 1);
  }

  /** All clients of one protocol see the same form of a name. Therefore the name is looked up once per protocol. */
  notify(decision: DecisionBuilder, kind: 'entered' | 'left', name: string): void {
    const shown = new Map<string, Notice>();
    for (const other of this.#arrivalListeners) {
      const { protocol } = other.profile;
      const notice = shown.get(protocol) ?? { kind, name: this.#names.shownTo(protocol, name) };
      shown.set(protocol, notice);
      decision.notify(other, notice);
    }
  }
}
