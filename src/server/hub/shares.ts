/** Milliseconds that a share can be ahead of the time at most; whoever is so far ahead is served like everybody who is. */
const LONGEST_LEAD = 2_000;
/** Units that somebody who has wanted nothing for a while has saved up, and so goes before those that have always wanted something. */
export const MOST_SAVED = 50;
/** After so many newcomers, addresses that have nothing to their account are forgotten. */
const LOOK_AFTER = 1_024;

/** What the connections of one address have left behind. */
interface Address {
  due: number;
  open: number;
}

/** What one connection has had of the server's work. */
export class Share {
  readonly #home: Address;
  #due: number;

  constructor(home: Address) {
    this.#home = home;
    this.#due = home.due;
    home.open++;
  }

  /** Milliseconds since the epoch: the earlier, the sooner its work is done. */
  get due(): number {
    return this.#due;
  }

  /** It has had so many units of work. */
  charge(units: number, now: number): void {
    this.#due = Math.min(Math.max(this.#due, now - MOST_SAVED) + units, now + LONGEST_LEAD);
  }

  /** The connection is gone. Its address keeps what there is to its account, so that nobody gains by coming again. */
  close(): void {
    this.#home.open--;
    this.#home.due = Math.max(this.#home.due, this.#due);
  }
}

/**
 * Who has had little goes first. Everybody may have one unit of work a millisecond, about a hundredth of what there is,
 * and whoever takes more gets ahead of the time, and waits for those who are less so: the virtual clock of Zhang (1990), with
 * a bound to the lead, so that nobody pays for long for what nobody else wanted. The time is that of the turns, as in Goyal's
 * start-time fair queueing (1996).
 */
export class Shares {
  readonly #addresses = new Map<string, Address>();
  #newcomers = 0;

  /** For a connection from this IP address. */
  open(address: string, now: number): Share {
    if (this.#newcomers++ % LOOK_AFTER === 0) this.#forget(now);
    const home = this.#addresses.get(address) ?? { due: 0, open: 0 };
    this.#addresses.set(address, home);
    return new Share(home);
  }

  #forget(now: number): void {
    for (const [address, { due, open }] of this.#addresses) {
      if (open === 0 && due <= now) this.#addresses.delete(address);
    }
  }
}
