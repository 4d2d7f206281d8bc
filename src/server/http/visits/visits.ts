import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { nodeOf, type VisitId } from '../../../lobby/players/player.ts';
import type { NodePeers } from '../../../nodes/node-messages.ts';
import { invitationKeyHash } from '../../../protocols/api/invitation-key-hash.ts';
import type { Hub } from '../../hub/hub.ts';
import type { Log } from '../../hub/observability.ts';
import type { ClientDescription, Transport } from '../../hub/transport.ts';
import type { Requester } from '../requester.ts';
import { Visit, type VisitHandle } from './visit.ts';
import { VisitRelay } from './visit-relay.ts';

/** Milliseconds that a visit lasts without a listener. */
const LINGERS = 60_000;
/** Visits of one address without a listener. Above it the oldest one ends. */
const MAXIMUM_WAITING = 64;

interface VisitServices {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  readonly overHttp: Pick<ClientDescription, 'protocol' | 'open'>;
  /** The other nodes of an installation. */
  readonly peers?: NodePeers;
}

/** An opened or resumed visit. */
export interface OpenedVisit {
  readonly visit: VisitHandle;
  /** The secret with which it can be resumed; empty if the account identifies it. */
  readonly key: string;
  /** The visit existed before. */
  readonly resumed: boolean;
}

/** All visits that can be resumed, by a secret key or by the account that is signed in. */
export class Visits {
  readonly #services: VisitServices;
  readonly #byId = new Map<VisitId, Visit>();
  readonly #byAddress = new Map<string, Set<Visit>>();
  /** Absent in one process. */
  readonly #relay: VisitRelay | undefined;
  #revocations = 0;

  constructor(services: VisitServices) {
    this.#services = services;
    const { peers, clock } = services;
    this.#relay =
      peers &&
      new VisitRelay(peers, clock, {
        find: (id) => this.#byId.get(id),
        leaveBehind: (id) => this.#byId.get(id)?.leaveBehind(),
        end: (id) => this.#byId.get(id)?.end(),
      });
    peers?.onVisit((id) => this.#leaveTo(id));
  }

  /** Grows whenever a sign-out or a ban may have made earlier authentications invalid. */
  get revocations(): number {
    return this.#revocations;
  }

  /** The visit with this key or of this account, or a new one. A player who signs in during a game keeps its old name until the end. */
  open(requester: Requester, key?: string): OpenedVisit {
    const opened = this.#find(requester, key);
    const { connection, address, account } = requester;
    const { visit, resumed } = opened;
    this.#services.log.debug(
      { connection, visit: visit.connection, resumed, address, account: account?.name },
      'visit.joined',
    );
    return opened;
  }

  #find(requester: Requester, key = ''): OpenedVisit {
    const { account } = requester;
    const ofKey = key === '' ? undefined : invitationKeyHash(key);
    if (account !== undefined) {
      const before = ofKey === undefined ? undefined : this.#existing(ofKey);
      if (before?.isSeated) return { visit: before, key, resumed: true };
      // The anonymous visit of a browser that has signed in, unless another tab uses it.
      before?.leaveBehind();
      const { visit, resumed } = this.#opened(ofAccount(account.name), requester);
      return { visit, key: '', resumed };
    }
    if (ofKey !== undefined && this.#isKnown(ofKey)) return { ...this.#opened(ofKey, requester), key };
    const fresh = randomBytes(24).toString('base64url');
    return { ...this.#opened(invitationKeyHash(fresh), requester), key: fresh };
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
    const id = ofAccount(account);
    this.#byId.get(id)?.dismiss();
    this.#relay?.dismiss(id);
  }

  /** All listeners must authenticate again, after an address was banned: a visit may be used from several addresses. */
  reviewAll(): void {
    this.#revocations++;
    for (const visit of [...this.#byId.values()]) visit.dismiss();
    this.#relay?.dismissAll();
  }

  /** Ends the visit of a deleted account. */
  end(account: string): void {
    this.review(account);
    this.#existing(ofAccount(account))?.end();
  }

  /** Forwards nothing to other nodes any more. */
  stop(): void {
    this.#relay?.stop();
  }

  /** Whether there is a visit, or a seat that is reserved for one whose node is dead. */
  #isKnown(id: VisitId): boolean {
    return this.#byId.has(id) || this.#services.hub.directory.visit(id) !== undefined;
  }

  /** The visit at this node, or at another one. */
  #existing(id: VisitId): VisitHandle | undefined {
    return this.#byId.get(id) ?? this.#elsewhere(id);
  }

  #elsewhere(id: VisitId): VisitHandle | undefined {
    if (this.#relay === undefined) return undefined;
    const { player, isSeated = false } = this.#services.hub.directory.visit(id) ?? {};
    const node = player === undefined ? undefined : nodeOf(player);
    return node === undefined || !this.#relay.isElsewhere(node) ? undefined : this.#relay.open(node, id, isSeated);
  }

  /** The lobby knows this visit from now on. If its client has entered at another node, those who only listen here go on there. */
  #leaveTo(id: VisitId): void {
    const here = this.#byId.get(id);
    const there = here === undefined || here.isKnown ? undefined : this.#elsewhere(id);
    if (there !== undefined) here?.continueAs(there);
  }

  #opened(id: VisitId, requester: Requester): { visit: VisitHandle; resumed: boolean } {
    const earlier = this.#existing(id);
    if (earlier !== undefined) return { visit: earlier, resumed: true };
    const waiting = this.#makeRoom(requester.address);
    const forget = (): void => {
      this.#byId.delete(id);
      waiting.delete(visit);
      if (waiting.size === 0) this.#byAddress.delete(requester.address);
    };
    const visit = new Visit(this.#services.clock, LINGERS, (link) => this.#connect(requester, link, id), forget);
    this.#byId.set(id, visit);
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

  #connect({ address, account }: Requester, link: Transport, visit?: VisitId) {
    const { hub, overHttp } = this.#services;
    const known = { ...(account && { ownedName: account.name }), ...(visit !== undefined && { visit }) };
    return hub.connect({ ...overHttp, listener: 'plain', address, ...known }, link);
  }
}

const ofAccount = (name: string): VisitId => `@${name}`;
