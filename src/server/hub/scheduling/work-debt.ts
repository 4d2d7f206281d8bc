/** The largest debt of a connection, in milliseconds: past work delays a connection for at most 2 seconds. */
const MAXIMUM_DEBT = 2_000;
/** Units that an idle connection can save. With them it is served before connections that were always busy. */
export const MAXIMUM_CREDIT = 50;
/** Each time after this many new connections, addresses without connections and without debt are removed. */
const CLEAN_UP_EVERY = 1_024;

/** The debt of the closed connections of one IP address. */
interface AddressDebt {
  /** When the debt is paid off; milliseconds since the epoch. */
  due: number;
  /** The number of open connections. */
  open: number;
}

/** The work that the server has done for one connection and that the connection has not paid off yet. */
export class WorkDebt {
  readonly #address: AddressDebt;
  #due: number;

  constructor(address: AddressDebt) {
    this.#address = address;
    this.#due = address.due;
    address.open++;
  }

  /** When the connection's next work is due; milliseconds since the epoch. */
  get due(): number {
    return this.#due;
  }

  /** Adds units of work. `now`: the scheduler's time in milliseconds since the epoch. */
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
 * The debts of all connections. Each connection may use one unit of work per millisecond, about a hundredth of what the server can do.
 * A connection that uses more has a debt, and connections with less debt are served first. This is the virtual clock of Zhang (1990)
 * with a bounded debt. The time is the scheduler's, as in start-time fair queueing (Goyal 1996).
 */
export class WorkDebts {
  readonly #addresses = new Map<string, AddressDebt>();
  #opened = 0;

  /** Opens the debt of a new connection from this IP address. */
  open(address: string, now: number): WorkDebt {
    if (this.#opened++ % CLEAN_UP_EVERY === 0) this.#cleanUp(now);
    const addressDebt = this.#addresses.get(address) ?? { due: 0, open: 0 };
    this.#addresses.set(address, addressDebt);
    return new WorkDebt(addressDebt);
  }

  #cleanUp(now: number): void {
    for (const [address, { due, open }] of this.#addresses) {
      if (open === 0 && due <= now) this.#addresses.delete(address);
    }
  }
}
