/** Upper bound of a connection's debt in milliseconds, so that past work delays a connection for at most 2 seconds. */
const MAXIMUM_DEBT = 2_000;
/** Units that an idle connection saves up. It is then served before connections that were always busy. */
export const MAXIMUM_CREDIT = 50;
/** After this many new connections, addresses without connections and without debt are removed. */
const CLEAN_UP_EVERY = 1_024;

/** The debt that closed connections of one IP address have left. */
interface Address {
  due: number;
  open: number;
}

/** How much of the server's work one connection has used. */
export class WorkDebt {
  readonly #address: Address;
  #due: number;

  constructor(account: Address) {
    this.#address = account;
    this.#due = account.due;
    account.open++;
  }

  /** When the connection's next work is due; milliseconds since the epoch. */
  get due(): number {
    return this.#due;
  }

  /** Adds units of work. `now` is the scheduler's time in milliseconds since the epoch. */
  charge(units: number, now: number): void {
    this.#due = Math.min(Math.max(this.#due, now - MAXIMUM_CREDIT) + units, now + MAXIMUM_DEBT);
  }

  /** The connection is closed. The debt stays with its address, so that reconnecting does not clear it. */
  close(): void {
    this.#address.open--;
    this.#address.due = Math.max(this.#address.due, this.#due);
  }
}

/**
 * The debts of all connections. Each connection may use one unit of work per millisecond, about a hundredth of the server.
 * A connection that uses more is ahead of the time and waits for connections with less debt. This is the virtual clock of
 * Zhang (1990) with a bounded debt. The time is the scheduler's, as in start-time fair queueing (Goyal 1996).
 */
export class WorkDebts {
  readonly #addresses = new Map<string, Address>();
  #opened = 0;

  /** Opens the account of a new connection from this IP address. */
  open(address: string, now: number): WorkDebt {
    if (this.#opened++ % CLEAN_UP_EVERY === 0) this.#cleanUp(now);
    const account = this.#addresses.get(address) ?? { due: 0, open: 0 };
    this.#addresses.set(address, account);
    return new WorkDebt(account);
  }

  #cleanUp(now: number): void {
    for (const [address, { due, open }] of this.#addresses) {
      if (open === 0 && due <= now) this.#addresses.delete(address);
    }
  }
}
