import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { nodeOf, type VisitId } from '../../../lobby/players/player.ts';
import type { OtherNodes } from '../../../nodes/node-transport.ts';
import { invitationKeyHash } from '../../../protocols/api/invitation-key-hash.ts';
import type { Hub } from '../../hub/hub.ts';
import type { Log } from '../../hub/observability.ts';
import type { ClientDescription, Transport } from '../../hub/transport.ts';
import type { Requester } from '../requester.ts';
import { Visit, type VisitHandle } from './visit.ts';
import { VisitRelay } from './visit-relay.ts';

/** Milliseconds after which a visit without a subscriber ends. */
const VISIT_TIMEOUT = 60_000;
/** At most this many visits of one address may have no subscriber: then the oldest of them ends. */
const MAXIMUM_WAITING = 64;

interface VisitServices {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  readonly overHttp: Pick<ClientDescription, 'protocol' | 'open'>;
  readonly otherNodes?: OtherNodes;
}

export interface OpenedVisit {
  readonly visit: VisitHandle;
  /** The secret with which the visit can be resumed; empty if the account identifies the visit. */
  readonly key: string;
  /** The visit existed before. */
  readonly resumed: boolean;
}

/** All visits that can be resumed, by a secret key or by the account that is signed in. */
export class Visits {
  readonly #services: VisitServices;
  readonly #byId = new Map<VisitId, Visit>();
  readonly #byAddress = new Map<string, Set<Visit>>();
  /** Undefined in a single process. */
  readonly #relay: VisitRelay | undefined;
  #revocations = 0;

  constructor(services: VisitServices) {
    this.#services = services;
    const { otherNodes, clock } = services;
    this.#relay =
      otherNodes &&
      new VisitRelay(otherNodes, clock, {
        find: (id) => this.#byId.get(id),
        endIfUnused: (id) => this.#byId.get(id)?.endIfUnused(),
        end: (id) => this.#byId.get(id)?.end(),
      });
    otherNodes?.onVisit((id) => this.#moveTo(id));
  }

  /** The number of sign-outs, bans and other events that may have made earlier authentications invalid. */
  get revocations(): number {
    return this.#revocations;
  }

  /** Opens the visit with this key or of this account, or a new one. A player who signs in during a game keeps the old name until the end. */
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
    const keyId = key === '' ? undefined : invitationKeyHash(key);
    if (account !== undefined) {
      const before = keyId === undefined ? undefined : this.#existing(keyId);
      if (before?.isSeated) return { visit: before, key, resumed: true };
      // The browser has signed in, so its anonymous visit ends, unless another tab uses it.
      before?.endIfUnused();
      const { visit, resumed } = this.#openVisit(ofAccount(account.name), requester);
      return { visit, key: '', resumed };
    }
    if (keyId !== undefined && this.#isKnown(keyId)) return { ...this.#openVisit(keyId, requester), key };
    const newKey = randomBytes(24).toString('base64url');
    return { ...this.#openVisit(invitationKeyHash(newKey), requester), key: newKey };
  }

  /** Opens a visit of a spectator, who may see the private games of its account. The visit ends with its only subscriber. */
  openSpectator(requester: Requester): Visit {
    return new Visit(
      this.#services.clock,
      0,
      (link) => this.#connect(requester, link),
      () => {},
    );
  }

  /** The subscribers of an account must authenticate again, after a sign-out or a ban. */
  review(account: string): void {
    this.#revocations++;
    const id = ofAccount(account);
    this.#byId.get(id)?.dismiss();
    this.#relay?.dismiss(id);
  }

  /** All subscribers must authenticate again, after an address was banned: a visit may be used from several addresses. */
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

  /** Stops forwarding messages to other nodes. */
  stop(): void {
    this.#relay?.stop();
  }

  /** Whether there is a visit with this id, or a seat that is reserved for its client because its node has died. */
  #isKnown(id: VisitId): boolean {
    return this.#byId.has(id) || this.#services.hub.directory.visit(id) !== undefined;
  }

  /** The visit on this node or on another one. */
  #existing(id: VisitId): VisitHandle | undefined {
    return this.#byId.get(id) ?? this.#onOtherNode(id);
  }

  #onOtherNode(id: VisitId): VisitHandle | undefined {
    if (this.#relay === undefined) return undefined;
    const { player, isSeated = false } = this.#services.hub.directory.visit(id) ?? {};
    const node = player === undefined ? undefined : nodeOf(player);
    return node === undefined || !this.#relay.isOtherNode(node) ? undefined : this.#relay.open(node, id, isSeated);
  }

  /** Called when the lobby gets to know a visit. If its client has entered on another node, the subscribers on this node join the visit there. */
  #moveTo(id: VisitId): void {
    const here = this.#byId.get(id);
    const there = here === undefined || here.isKnown ? undefined : this.#onOtherNode(id);
    if (there !== undefined) here?.continueAs(there);
  }

  #openVisit(id: VisitId, requester: Requester): { visit: VisitHandle; resumed: boolean } {
    const earlier = this.#existing(id);
    if (earlier !== undefined) return { visit: earlier, resumed: true };
    const waiting = this.#makeRoom(requester.address);
    const forget = (): void => {
      this.#byId.delete(id);
      waiting.delete(visit);
      if (waiting.size === 0) this.#byAddress.delete(requester.address);
    };
    const visit = new Visit(this.#services.clock, VISIT_TIMEOUT, (link) => this.#connect(requester, link, id), forget);
    this.#byId.set(id, visit);
    waiting.add(visit);
    this.#byAddress.set(requester.address, waiting);
    return { visit, resumed: false };
  }

  /** Returns the visits of an address. Ends old visits to make room for one more. */
  #makeRoom(address: string): Set<Visit> {
    const all = this.#byAddress.get(address) ?? new Set();
    const waiting = [...all].filter((visit) => !visit.hasSubscribers);
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
