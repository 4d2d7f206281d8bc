import {
  type Malformed,
  type ManagerAction,
  makeManagerAction,
  makeRefusal,
  type PlayerAction,
  parseOpening,
  parsePlayerAction,
} from '../messages.ts';
import type { Version } from '../protocol-version.ts';

/** The player has said its version: one that is known here, or another. */
interface Opened {
  readonly kind: 'opened' | 'refused';
}

const NOTHING = new Uint8Array(0);

/** The wire to the player, in the version that it has chosen. */
export class PlayerConnection {
  version: Version | undefined;
  #inbox: Uint8Array = NOTHING;
  #outbox: Uint8Array[] = [];

  push(bytes: Uint8Array): void {
    this.#inbox = this.#inbox.length === 0 ? bytes : Buffer.concat([this.#inbox, bytes]);
  }

  /** The player's next action, if all of it is there. */
  next(): PlayerAction | Malformed | Opened | undefined {
    const { version } = this;
    const read = version === undefined ? parseOpening(this.#inbox) : parsePlayerAction(this.#inbox, version);
    if (read.kind === 'more') return undefined;
    this.#inbox = read.kind === 'broken' ? NOTHING : this.#inbox.subarray(read.length);
    if (read.message.kind !== 'opening') return read.message;
    this.version = read.message.version;
    return { kind: this.version === undefined ? 'refused' : 'opened' };
  }

  /** Nothing is said before the player, except that it cannot be understood. */
  say(action: ManagerAction): void {
    if (this.version !== undefined) this.#outbox.push(makeManagerAction(action, this.version));
    else if (action.kind === 'error') this.#outbox.push(makeRefusal(action.text));
  }

  /** What there is to say since the last time. */
  taken(): readonly Uint8Array[] {
    return this.#outbox.splice(0);
  }
}
