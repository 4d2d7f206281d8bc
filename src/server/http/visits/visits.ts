import { randomBytes } from 'node:crypto';
import type { Link } from '../../hub/link.ts';
import type { Requester, Services } from '../services.ts';
import { Visit } from './visit.ts';

/** Milliseconds that a visit lasts without anybody who listens. */
const LINGERS = 60_000;
/** So many visits of one address may wait for somebody to come back; the oldest goes first. */
const MOST_WAITING = 64;

type VisitServices = Pick<Services, 'hub' | 'clock' | 'log' | 'overHttp'>;

/** A visit that somebody has come to. */
export interface Opened {
  readonly visit: Visit;
  /** The secret by which it is found again; empty where that is the account. */
  readonly key: string;
  /** It was there before. */
  readonly resumed: boolean;
}

/** Every visit that can be come back to: by a secret key, or by the account that is signed in. */
export class Visits {
  readonly #services: VisitServices;
  readonly #byKey = new Map<string, Visit>();
  readonly #byAccount = new Map<string, Visit>();
  readonly #byAddress = new Map<string, Set<Visit>>();
  #reviews = 0;

  constructor(services: VisitServices) {
    this.#services = services;
  }

  /** How often anybody has had to show again who they are: what was shown before the last time may not hold any more. */
  get reviews(): number {
    return this.#reviews;
  }

  /**
   * The visit with this key, or of this account; else a new one. Whoever signs in in the middle of a game plays it to its
   * end as who they were.
   */
  open(requester: Requester, key?: string): Opened {
    const opened = this.#find(requester, key);
    const { connection, address, account } = requester;
    const { visit, resumed } = opened;
    this.#services.log.debug(
      { connection, visit: visit.connection, resumed, address, account: account?.name },
      'visit.joined',
    );
    return opened;
  }

  #find(requester: Requester, key: string | undefined): Opened {
    const { account } = requester;
    if (account !== undefined) {
      if (key !== undefined) {
        const before = this.#byKey.get(key);
        if (before?.isSeated) return { visit: before, key, resumed: true };
        this.#leaveBehind(key);
      }
      const { visit, resumed } = this.#opened(this.#byAccount, account.name, requester);
      return { visit, key: '', resumed };
    }
    const known = key !== undefined && this.#byKey.has(key) ? key : randomBytes(24).toString('base64url');
    return { ...this.#opened(this.#byKey, known, requester), key: known };
  }

  /** A visit of somebody who only looks, over with its one listener. */
  look(requester: Requester): Visit {
    return new Visit(
      this.#services.clock,
      0,
      (link) => this.#connect({ ...requester, account: undefined }, link),
      () => {},
    );
  }

  /** Whoever listens as this account must show again that they may: they signed out, or were sent away. */
  review(account: string): void {
    this.#reviews++;
    this.#byAccount.get(account)?.dismiss();
  }

  /** The same for everybody: a visit may be used from many addresses, and somebody is kept away by the address. */
  reviewAll(): void {
    this.#reviews++;
    for (const visit of [...this.#byAccount.values(), ...this.#byKey.values()]) visit.dismiss();
  }

  /** The account is no more: its conversation ends, and whoever has the name next begins another. */
  end(account: string): void {
    this.review(account);
    this.#byAccount.get(account)?.end();
  }

  /** Who signs in does not stand in its own way: what the same browser was before goes, unless another tab still is it. */
  #leaveBehind(key: string): void {
    const before = this.#byKey.get(key);
    if (before?.isHeard === false) before.end();
  }

  #opened(known: Map<string, Visit>, key: string, requester: Requester): { visit: Visit; resumed: boolean } {
    const earlier = known.get(key);
    if (earlier !== undefined) return { visit: earlier, resumed: true };
    const waiting = this.#waiting(requester.address);
    const forget = (): void => {
      known.delete(key);
      waiting.delete(visit);
      if (waiting.size === 0) this.#byAddress.delete(requester.address);
    };
    const visit = new Visit(this.#services.clock, LINGERS, (link) => this.#connect(requester, link), forget);
    known.set(key, visit);
    waiting.add(visit);
    this.#byAddress.set(requester.address, waiting);
    return { visit, resumed: false };
  }

  /** An address's visits, with room for one more. */
  #waiting(address: string): Set<Visit> {
    const all = this.#byAddress.get(address) ?? new Set();
    const waiting = [...all].filter((visit) => !visit.isHeard);
    for (const visit of waiting.slice(0, Math.max(0, waiting.length - MOST_WAITING + 1))) visit.end();
    return all;
  }

  #connect({ address, account }: Requester, link: Link) {
    const { hub, overHttp } = this.#services;
    const ownedName = account === undefined ? {} : { ownedName: account.name };
    return hub.connect({ ...overHttp, listener: 'plain', address, ...ownedName }, link);
  }
}
