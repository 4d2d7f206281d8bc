import { fold } from '../lobby/names.ts';

/** Where names are given away: nobody takes a reserved one but its owner, and whoever comes from an admitted address. */
export interface ReservableNames {
  reserve(name: string): void;
  /** Anybody may take it again; nobody is admitted any more. */
  unreserve(name: string): void;
  /** Until that time, in milliseconds since the epoch. */
  admit(name: string, address: string, until: number): void;
}

interface Known {
  readonly name: string;
  isOwned: boolean;
  isBanned: boolean;
  /** From where the owner has signed in lately, and until when that lets anybody there bear the name. */
  readonly admitted: Map<string, number>;
}

/** Knows which names have an owner and which are banned, and keeps them so wherever names are given away. */
export class Doorkeeper {
  readonly #names: ReservableNames;
  readonly #known = new Map<string, Known>();

  constructor(names: ReservableNames) {
    this.#names = names;
  }

  isOwned(name: string): boolean {
    return this.#known.get(fold(name))?.isOwned === true;
  }

  isBanned(name: string): boolean {
    return this.#known.get(fold(name))?.isBanned === true;
  }

  /** Until when the address is admitted, as of `now`; nothing if it is not. */
  admittedUntil(name: string, address: string, now: number): number | undefined {
    const until = this.#known.get(fold(name))?.admitted.get(address);
    return until !== undefined && until > now ? until : undefined;
  }

  own(name: string): void {
    this.#change(name, (known) => {
      known.isOwned = true;
    });
  }

  disown(name: string): void {
    this.#change(name, (known) => {
      known.isOwned = false;
      known.admitted.clear();
    });
  }

  admit(name: string, address: string, until: number): void {
    const known = this.#known.get(fold(name));
    if (known === undefined) return;
    known.admitted.set(address, until);
    if (!known.isBanned) this.#names.admit(known.name, address, until);
  }

  /** From now on no address is admitted. */
  forgetAdmissions(name: string): void {
    this.#change(name, ({ admitted }) => admitted.clear());
  }

  /** Nobody bears the name, wherever they come from, whosever it is. */
  ban(name: string, isBanned: boolean): void {
    this.#change(name, (known) => {
      known.isBanned = isBanned;
    });
  }

  #knownAs(name: string): Known {
    const key = fold(name);
    const known = this.#known.get(key) ?? { name, isOwned: false, isBanned: false, admitted: new Map() };
    this.#known.set(key, known);
    return known;
  }

  #change(name: string, change: (known: Known) => void): void {
    const known = this.#knownAs(name);
    change(known);
    this.#names.unreserve(known.name);
    if (!known.isOwned && !known.isBanned) {
      this.#known.delete(fold(name));
      return;
    }
    this.#names.reserve(known.name);
    if (known.isBanned) return;
    for (const [address, until] of known.admitted) this.#names.admit(known.name, address, until);
  }
}
