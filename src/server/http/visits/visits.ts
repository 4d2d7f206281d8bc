import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import type { Hub } from '../../hub/hub.ts';
import type { Log } from '../../hub/observability.ts';
import type { ClientDescription, Transport } from '../../hub/transport.ts';
import type { Requester } from '../requester.ts';
import { Visit } from './visit.ts';

/** Milliseconds that a visit lasts without a listener. */
const LINGERS = 60_000;
/** Visits of one address without a listener. Above it the oldest one ends. */
const MAXIMUM_WAITING = 64;

interface VisitServices {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  readonly overHttp: Pick<ClientDescription, 'protocol' | 'open'>;
}

/** An opened or resumed visit. */
export interface Opened {
  readonly visit: Visit;
  /** The secret with which it can be resumed; empty if the account identifies it. */
  readonly key: string;
  /** The visit existed before. */
  readonly resumed: boolean;
}

/** All visits that can be resumed, by a secret key or by the account that is signed in. */
export class Visits {
  readonly #services: VisitServices;
  readonly #byKey = new Map<string, Visit>();
  readonly #byAccount = new Map<string, Visit>();
  readonly #byAddress = new Map<string, Set<Visit>>();
  #revocations = 0;

  constructor(services: VisitServices) {
    this.#services = services;
  }

  /** Grows whenever a sign-out or a ban may have made earlier authentications invalid. */
  get revocations(): number {
    return this.#revocations;
  }

  /** The visit with this key or of this account, or a new one. A player who signs in during a game keeps its old name until the end. */
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

  /** A visit of a spectator, who may see the private games of its account. It ends with its only listener. */
  openSpectator(requester: Requester): Visit {
    return new Visit(
      this.#services.clock,
      0,
      (link) => this.#connect(requester, link),
      () => {},
    );
  }

  /** The listeners of an account must authenticate again, after a sign-out or a ban. */
  review(account: string): void {
    this.#revocations++;
    this.#byAccount.get(account)?.dismiss();
  }

  /** All listeners must authenticate again, after an address was banned: a visit may be used from several addresses. */
  reviewAll(): void {
    this.#revocations++;
    for (const visit of [...this.#byAccount.values(), ...this.#byKey.values()]) visit.dismiss();
  }

  /** Ends the visit of a deleted account. */
  end(account: string): void {
    this.review(account);
    this.#byAccount.get(account)?.end();
  }

  /** Ends the browser's anonymous visit at sign-in, unless another tab uses it. */
  #leaveBehind(key: string): void {
    const before = this.#byKey.get(key);
    if (before?.isHeard === false) before.end();
  }

  #opened(known: Map<string, Visit>, key: string, requester: Requester): { visit: Visit; resumed: boolean } {
    const earlier = known.get(key);
    if (earlier !== undefined) return { visit: earlier, resumed: true };
    const waiting = this.#makeRoom(requester.address);
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

  /** The visits of an address. Ends old ones to make room for one more. */
  #makeRoom(address: string): Set<Visit> {
    const all = this.#byAddress.get(address) ?? new Set();
    const waiting = [...all].filter((visit) => !visit.isHeard);
    for (const visit of waiting.slice(0, Math.max(0, waiting.length - MAXIMUM_WAITING + 1))) visit.end();
    return all;
  }

  #connect({ address, account }: Requester, link: Transport) {
    const { hub, overHttp } = this.#services;
    const ownedName = account === undefined ? {} : { ownedName: account.name };
    return hub.connect({ ...overHttp, listener: 'plain', address, ...ownedName }, link);
  }
}
