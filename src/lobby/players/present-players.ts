import type { DecisionBuilder } from '../decision.ts';
import type { Notice } from '../notice.ts';
import type { Names } from './names.ts';
import type { Player } from './player.ts';

/** The players who have a name: the receivers of chat and of arrivals, and the number of players on each listener. */
export class PresentPlayers {
  readonly #names: Names;
  /** The clients that receive chat. */
  readonly chatters = new Set<Player>();
  /** The clients that receive notices of players who enter and leave. */
  readonly #arrivalListeners = new Set<Player>();
  readonly #presentByListener = new Map<string, number>();

  constructor(names: Names) {
    this.#names = names;
  }

  presentOn(listener: string): number {
    return this.#presentByListener.get(listener) ?? 0;
  }

  add(player: Player): void {
    const { listener } = player.profile;
    this.#presentByListener.set(listener, this.presentOn(listener) + 1);
    if (player.chats) this.chatters.add(player);
    if (player.hearsArrivals) this.#arrivalListeners.add(player);
  }

  remove(player: Player): void {
    const { listener } = player.profile;
    this.chatters.delete(player);
    this.#arrivalListeners.delete(player);
    this.#presentByListener.set(listener, this.presentOn(listener) - 1);
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
