import TinyQueue from 'tinyqueue';
import { COLORS, type Color } from '../rules/color.ts';
import type { Seek } from './command.ts';
import { fold } from './names.ts';
import type { Named, Profile } from './player.ts';
import { Row } from './row.ts';

/** A player who waits, with the wish. */
export type Waiting = Named & { readonly seek: Seek };

/** Somebody at the head of a row, and those behind. */
interface Head {
  readonly host: Waiting;
  readonly others: Iterator<Waiting>;
}

const byPlace = (one: Head, other: Head): number => one.host.place - other.host.place;

/** A colour that somebody has been promised, or that it has not. */
type Pledge = Color | 'none';

/** What a host may have been promised without being in the way of a guest who wishes for a colour. */
const PLEDGES_BESIDE: Readonly<Record<Pledge, readonly Pledge[]>> = {
  black: ['none', 'white'],
  white: ['none', 'black'],
  none: ['none', ...COLORS],
};

const pledgeOf = ({ color, waitsAs }: Seek): Pledge => color ?? waitsAs ?? 'none';

/**
 * Those that wait for one kind of board. They stand in rows by the only opponent whom they meet, if they name one, and by the
 * colour that they have been promised: whoever comes looks at those that it can meet, and not at thousands that it cannot.
 */
export class Queue {
  /** The longest waiting first. */
  readonly everyone = new Row<Waiting>();
  readonly #open: Readonly<Record<Pledge, Row<Waiting>>> = { black: new Row(), white: new Row(), none: new Row() };
  /** Those that name an opponent, by colour and name. */
  readonly #choosy = new Map<string, Row<Waiting>>();
  /** The same by protocol. */
  readonly #spoken = new Map<string, Row<Waiting>>();

  add(host: Waiting): void {
    const { seek, profile } = host;
    this.everyone.add(host);
    if (seek.opponent === undefined) this.#open[pledgeOf(seek)].add(host);
    else {
      put(this.#choosy, rowOf(pledgeOf(seek), fold(seek.opponent)), host);
      put(this.#spoken, profile.protocol, host);
    }
  }

  remove(host: Waiting): void {
    const { seek, profile } = host;
    this.everyone.delete(host);
    if (seek.opponent === undefined) this.#open[pledgeOf(seek)].delete(host);
    else {
      take(this.#choosy, rowOf(pledgeOf(seek), fold(seek.opponent)), host);
      take(this.#spoken, profile.protocol, host);
    }
  }

  /** Of each protocol in which somebody names an opponent, one who does. */
  *choosy(): Iterable<Profile> {
    for (const [host] of this.#spoken.values()) if (host !== undefined) yield host.profile;
  }

  /**
   * Whom somebody who is called all this, folded, and who may wish for a colour can meet, the longest waiting first. As long
   * as nobody comes or goes.
   */
  *open(called: readonly string[], color: Color | undefined): Iterable<Waiting> {
    const heads = new TinyQueue<Head>([], byPlace);
    const step = (others: Iterator<Waiting>): void => {
      const next = others.next();
      if (!next.done) heads.push({ host: next.value, others });
    };
    for (const pledge of PLEDGES_BESIDE[color ?? 'none']) {
      step(this.#open[pledge][Symbol.iterator]());
      for (const name of called) step((this.#choosy.get(rowOf(pledge, name)) ?? NOBODY)[Symbol.iterator]());
    }
    for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
      yield head.host;
      step(head.others);
    }
  }
}

const NOBODY = new Row<Waiting>();

const rowOf = (pledge: Pledge, opponent: string): string => `${pledge} ${opponent}`;

function put<Item>(rows: Map<string, Row<Item>>, key: string, item: Item): void {
  const row = rows.get(key) ?? new Row();
  rows.set(key, row);
  row.add(item);
}

function take<Item>(rows: Map<string, Row<Item>>, key: string, item: Item): void {
  const row = rows.get(key);
  row?.delete(item);
  if (row?.size === 0) rows.delete(key);
}
