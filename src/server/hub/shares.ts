/** Milliseconds that a share can be ahead of the time at most; whoever is so far ahead is served like everybody who is. */
const LONGEST_LEAD = 2_000;
/** After so many newcomers, addresses that have nothing to their account are forgotten. */
const LOOK_AFTER = 1_024;

/** What one connection has had of the server's work. */
export interface Share {
  /** Milliseconds since the epoch: the earlier, the sooner its work is done. */
  readonly due: number;
  /** It has had so many units of work. */
  charge(units: number, now: number): void;
  /** The connection is gone. Its address keeps what there is to its account, so that nobody gains by coming again. */
  close(): void;
}

/** What the connections of one address have left behind. */
interface Address {
  due: number;
  open: number;
}

/**
 * Who has had little goes first. Everybody may have one unit of work a millisecond, about a hundredth of what there is,
 * and whoever takes more gets ahead of the time, and waits for those who are less so: the virtual clock of Zhang (1990), with
 * a bound to the lead, so that nobody pays for long for what nobody else wanted.
 */
export class Shares {
  readonly #addresses = new Map<string, Address>();
  #newcomers = 0;

  /** For a connection from this IP address. */
  open(address: string, now: number): Share {
    if (this.#newcomers++ % LOOK_AFTER === 0) this.#forget(now);
    const home = this.#addresses.get(address) ?? { due: 0, open: 0 };
    this.#addresses.set(address, home);
    home.open++;
    let due = home.due;
    return {
      get due() {
        return due;
      },
      charge: (units, now) => {
        due = Math.min(Math.max(due, now) + units, now + LONGEST_LEAD);
      },
      close: () => {
        home.open--;
        home.due = Math.max(home.due, due);
      },
    };
  }

  #forget(now: number): void {
    for (const [address, { due, open }] of this.#addresses) {
      if (open === 0 && due <= now) this.#addresses.delete(address);
    }
  }
}
