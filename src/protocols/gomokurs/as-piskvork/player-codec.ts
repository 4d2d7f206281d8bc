import {
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makeRefusal,
  type PlayerAction,
  parseOpening,
  parsePlayerAction,
} from '../messages.ts';
import type { Version } from '../protocol-version.ts';

/** The player has sent its version. `refused`: the version is unknown. */
export interface VersionCheck {
  readonly kind: 'accepted' | 'refused';
}

const NOTHING = new Uint8Array(0);

/** The bytes to and from a Gomokurs player, in the version that it has chosen. */
export class PlayerCodec {
  version: Version | undefined;
  #inbox: Uint8Array = NOTHING;
  #outbox: Uint8Array[] = [];

  push(bytes: Uint8Array): void {
    this.#inbox = this.#inbox.length === 0 ? bytes : Buffer.concat([this.#inbox, bytes]);
  }

  /** The player's next action. Undefined: it is not complete. */
  next(): PlayerAction | MalformedAction | VersionCheck | undefined {
    const { version } = this;
    const read = version === undefined ? parseOpening(this.#inbox) : parsePlayerAction(this.#inbox, version);
    if (read.kind === 'more') return undefined;
    this.#inbox = read.kind === 'broken' ? NOTHING : this.#inbox.subarray(read.length);
    if (read.message.kind !== 'opening') return read.message;
    this.version = read.message.version;
    return { kind: this.version === undefined ? 'refused' : 'accepted' };
  }

  /** Sends an action. Before the player has sent its version, only an error can be sent. */
  send(action: ManagerAction): void {
    if (this.version !== undefined) this.#outbox.push(makeManagerAction(action, this.version));
    else if (action.kind === 'error') this.#outbox.push(makeRefusal(action.text));
  }

  /** Returns the bytes to send since the last call. */
  takeOutput(): readonly Uint8Array[] {
    return this.#outbox.splice(0);
  }
}
