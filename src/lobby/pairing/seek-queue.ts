import TinyQueue from 'tinyqueue';
import { COLORS, type Color } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import { foldName } from '../players/name-normalisation.ts';
import type { Named } from '../players/player.ts';
import { LinkedSet } from './linked-set.ts';

/** A player who waits, with the wish. */
export type WaitingPlayer = Named & { readonly seek: Seek };

/** Somebody at the head of a row, and those behind. */
interface RowHead {
  readonly host: WaitingPlayer;
  readonly others: Iterator<WaitingPlayer>;
}

const byPlace = (one: RowHead, other: RowHead): number => one.host.waitingOrder - other.host.waitingOrder;

/** A colour that somebody has been promised, or that it has not. */
type PromisedColor = Color | 'none';

/** What a host may have been promised without being in the way of a guest who wishes for a colour. */
const COMPATIBLE_COLORS: Readonly<Record<PromisedColor, readonly PromisedColor[]>> = {
  black: ['none', 'white'],
  white: ['none', 'black'],
  none: ['none', ...COLORS],
};

const promisedColor = ({ color, hostColor }: Seek): PromisedColor => color ?? hostColor ?? 'none';

/**
 * Those that wait for one kind of board. They stand in rows by the only opponent whom they meet, if they name one, and by the
 * colour that they have been promised: whoever comes looks at those that it can meet, and not at thousands that it cannot.
 */
export class SeekQueue {
  /** The longest waiting first, those for computer players among them, whom no other guest can meet. */
  readonly all = new LinkedSet<WaitingPlayer>();
  readonly #open: Readonly<Record<PromisedColor, LinkedSet<WaitingPlayer>>> = {
    black: new LinkedSet(),
    white: new LinkedSet(),
    none: new LinkedSet(),
  };
  /** Those that name an opponent, by colour and name. */
  readonly #directed = new Map<string, LinkedSet<WaitingPlayer>>();

  add(host: WaitingPlayer): void {
    const { seek } = host;
    this.all.add(host);
    if (seek.opponentKind === 'computer') return;
    if (seek.opponent === undefined) this.#open[promisedColor(seek)].add(host);
    else put(this.#directed, rowOf(promisedColor(seek), foldName(seek.opponent)), host);
  }

  remove(host: WaitingPlayer): void {
    const { seek } = host;
    this.all.delete(host);
    if (seek.opponentKind === 'computer') return;
    if (seek.opponent === undefined) this.#open[promisedColor(seek)].delete(host);
    else take(this.#directed, rowOf(promisedColor(seek), foldName(seek.opponent)), host);
  }

  /**
   * Whom somebody who is called all this, folded, and who may wish for a colour can meet, the longest waiting first. As long
   * as nobody comes or goes.
   */
  *open(called: readonly string[], color: Color | undefined): Iterable<WaitingPlayer> {
    const heads = new TinyQueue<RowHead>([], byPlace);
    const step = (others: Iterator<WaitingPlayer>): void => {
      const next = others.next();
      if (!next.done) heads.push({ host: next.value, others });
    };
    for (const pledge of COMPATIBLE_COLORS[color ?? 'none']) {
      step(this.#open[pledge][Symbol.iterator]());
      for (const name of called) step((this.#directed.get(rowOf(pledge, name)) ?? NOBODY)[Symbol.iterator]());
    }
    for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
      yield head.host;
      step(head.others);
    }
  }
}

const NOBODY = new LinkedSet<WaitingPlayer>();

const rowOf = (pledge: PromisedColor, opponent: string): string => `${pledge} ${opponent}`;

function put<Item>(rows: Map<string, LinkedSet<Item>>, key: string, item: Item): void {
  const row = rows.get(key) ?? new LinkedSet();
  rows.set(key, row);
  row.add(item);
}

function take<Item>(rows: Map<string, LinkedSet<Item>>, key: string, item: Item): void {
  const row = rows.get(key);
  row?.delete(item);
  if (row?.size === 0) rows.delete(key);
}
