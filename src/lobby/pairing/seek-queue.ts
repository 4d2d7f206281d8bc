import TinyQueue from 'tinyqueue';
import { COLORS, type Color } from '../../rules/color.ts';
import type { Seek } from '../command.ts';
import { foldName } from '../players/name-normalisation.ts';
import type { NamedPlayer, Player } from '../players/player.ts';
import { LinkedSet } from './linked-set.ts';

/** Whether other players can neither see nor take the seek: it has an invitation, or is private without a named opponent. */
export const isHidden = ({ invitation, opponent, options }: Seek): boolean =>
  invitation !== undefined || (options?.private === true && opponent === undefined);

export type WaitingPlayer = NamedPlayer & { readonly seek: Seek };

/** Whether a seek is suspended while its player is away. A seek for an invited or named opponent is not. */
export const isSuspendedWhileAway = ({ invitation, opponent }: Seek): boolean =>
  invitation === undefined && opponent === undefined;

/** Whether the player has a seek that an opponent may take now. */
export const isWaiting = (player: Player): player is WaitingPlayer =>
  player.name !== undefined &&
  player.seek !== undefined &&
  !(player.awayUntil !== undefined && isSuspendedWhileAway(player.seek));

/** The first player of a queue, and an iterator over the others. */
interface QueueHead {
  readonly host: WaitingPlayer;
  readonly others: Iterator<WaitingPlayer>;
}

const byWaitingOrder = (one: QueueHead, other: QueueHead): number => one.host.waitingOrder - other.host.waitingOrder;

/** The colour that a host will get, or `none` if it is open. */
type PromisedColor = Color | 'none';

/** For each colour that a guest asks for: the compatible promises to a host. */
const COMPATIBLE_COLORS: Readonly<Record<PromisedColor, readonly PromisedColor[]>> = {
  black: ['none', 'white'],
  white: ['none', 'black'],
  none: ['none', ...COLORS],
};

const promisedColor = ({ color, hostColor }: Seek): PromisedColor => color ?? hostColor ?? 'none';

/**
 * The waiting seeks for one kind of board, in queues by named opponent and promised colour. Therefore a new seek is compared only with seeks
 * that it can match.
 */
export class SeekQueue {
  /** All waiting players in order, including players who wait for a computer player. */
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
    else addTo(this.#directed, queueKey(promisedColor(seek), foldName(seek.opponent)), host);
  }

  remove(host: WaitingPlayer): void {
    const { seek } = host;
    this.all.delete(host);
    if (seek.opponentKind === 'computer' || isHidden(seek)) return;
    if (seek.opponent === undefined) this.#open[promisedColor(seek)].delete(host);
    else removeFrom(this.#directed, queueKey(promisedColor(seek), foldName(seek.opponent)), host);
  }

  /**
   * The seeks that a player with these folded names can accept, the oldest first. `color`: the colour that the player asks for. The iteration
   * is valid until the queue changes.
   */
  *open(names: readonly string[], color: Color | undefined): Iterable<WaitingPlayer> {
    const heads = new TinyQueue<QueueHead>([], byWaitingOrder);
    const advance = (others: Iterator<WaitingPlayer>): void => {
      const next = others.next();
      if (!next.done) heads.push({ host: next.value, others });
    };
    for (const promised of COMPATIBLE_COLORS[color ?? 'none']) {
      advance(this.#open[promised][Symbol.iterator]());
      for (const name of names) advance((this.#directed.get(queueKey(promised, name)) ?? EMPTY)[Symbol.iterator]());
    }
    for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
      yield head.host;
      advance(head.others);
    }
  }
}

const EMPTY = new LinkedSet<WaitingPlayer>();

const queueKey = (pledge: PromisedColor, opponent: string): string => `${pledge} ${opponent}`;

function addTo<Item>(rows: Map<string, LinkedSet<Item>>, key: string, item: Item): void {
  const row = rows.get(key) ?? new LinkedSet();
  rows.set(key, row);
  row.add(item);
}

function removeFrom<Item>(rows: Map<string, LinkedSet<Item>>, key: string, item: Item): void {
  const row = rows.get(key);
  row?.delete(item);
  if (row?.size === 0) rows.delete(key);
}
