import TinyQueue from 'tinyqueue';
import { COLORS, type Color } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import { foldName } from '../players/name-normalisation.ts';
import type { NamedPlayer, Player } from '../players/player.ts';
import { LinkedSet } from './linked-set.ts';

/**
 * Whether no player can meet the seek by a seek or by the name of its host: it waits for an invitation to be accepted, or is
 * private without a named opponent.
 */
export const isHidden = ({ invitation, opponent, options }: Seek): boolean =>
  invitation !== undefined || (options?.private === true && opponent === undefined);

/** A player with a waiting seek. */
export type WaitingPlayer = NamedPlayer & { readonly seek: Seek };

export const isWaiting = (player: Player): player is WaitingPlayer =>
  player.name !== undefined && player.seek !== undefined;

/** The first player of a row, with those behind. */
interface RowHead {
  readonly host: WaitingPlayer;
  readonly others: Iterator<WaitingPlayer>;
}

const byPlace = (one: RowHead, other: RowHead): number => one.host.waitingOrder - other.host.waitingOrder;

/** The colour that a host has been promised, or none. */
type PromisedColor = Color | 'none';

/** The promises to a host that are compatible with a guest's colour. */
const COMPATIBLE_COLORS: Readonly<Record<PromisedColor, readonly PromisedColor[]>> = {
  black: ['none', 'white'],
  white: ['none', 'black'],
  none: ['none', ...COLORS],
};

const promisedColor = ({ color, hostColor }: Seek): PromisedColor => color ?? hostColor ?? 'none';

/**
 * The waiting seeks for one kind of board, in rows by named opponent and promised colour, so that a new seek examines
 * only seeks that it can match.
 */
export class SeekQueue {
  /** All waiting players in order, including those who wait for a computer player. */
  readonly all = new LinkedSet<WaitingPlayer>();
  readonly #open: Readonly<Record<PromisedColor, LinkedSet<WaitingPlayer>>> = {
    black: new LinkedSet(),
    white: new LinkedSet(),
    none: new LinkedSet(),
  };
  /** Seeks with a named opponent, by colour and name. */
  readonly #directed = new Map<string, LinkedSet<WaitingPlayer>>();

  add(host: WaitingPlayer): void {
    const { seek } = host;
    this.all.add(host);
    if (seek.opponentKind === 'computer' || isHidden(seek)) return;
    if (seek.opponent === undefined) this.#open[promisedColor(seek)].add(host);
    else put(this.#directed, rowOf(promisedColor(seek), foldName(seek.opponent)), host);
  }

  remove(host: WaitingPlayer): void {
    const { seek } = host;
    this.all.delete(host);
    if (seek.opponentKind === 'computer' || isHidden(seek)) return;
    if (seek.opponent === undefined) this.#open[promisedColor(seek)].delete(host);
    else take(this.#directed, rowOf(promisedColor(seek), foldName(seek.opponent)), host);
  }

  /**
   * The seeks that a player with these folded names, and possibly a colour, can accept, oldest first. Valid until the
   * queue changes.
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
