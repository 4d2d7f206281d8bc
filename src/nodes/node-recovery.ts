import { type Clock, pause } from '../clock.ts';
import { type ElectionOptions, enterHigher, nextEpoch, stoppedNode } from './epoch-election.ts';
import { currentState } from './open-replica.ts';
import { type MessagesPurged, type PoisonousInput, positionText, type ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStorage } from './shared-storage.ts';
import type { SharedStream } from './shared-stream.ts';

/** Milliseconds after which a failed recovery is tried again. */
const RETRY_PAUSE = 1_000;
/** After this many attempts to read the first snapshot of an epoch, its creator counts as dead. */
const CREATION_ATTEMPTS = 10;

/** The services with which a node recovers from a poisonous input, and from a stream that has purged or lost messages. */
export interface RecoveryServices {
  readonly installation: SharedStorage;
  readonly newReplica: (skipped: ReadonlySet<string>) => ReplicatedLobby;
}

export interface NodeRecoveryOptions extends RecoveryServices {
  readonly clock: Clock;
  readonly newKey: () => string;
  readonly logEvent: (event: string, details: object) => void;
  readonly hasStopped: () => boolean;
}

/** The state of a later epoch. `isSame`: whether it is the state that this node had. */
interface Continuation {
  readonly stream: SharedStream;
  readonly replica: ReplicatedLobby;
  readonly isSame: boolean;
}

/**
 * Finds a state from which a node can continue. Each method repeats failed attempts. It resolves with undefined if the node
 * stops meanwhile.
 */
export class NodeRecovery {
  readonly #options: NodeRecoveryOptions;
  /** The key of this node when it last stopped. Its own announcements of that time may still arrive. */
  #lastStopped = '';

  constructor(options: NodeRecoveryOptions) {
    this.#options = options;
  }

  /**
   * Calls `stopped` with the key of each other node that has stopped because the present stream has lost messages. Listens
   * until the returned function is called.
   */
  onNodeStopped(stopped: (node: string) => void): () => void {
    const { installation } = this.#options;
    return installation.onAnnouncement((text) => {
      const node = stoppedNode(text, installation.epoch);
      if (node !== '' && node !== this.#lastStopped) stopped(node);
    });
  }

  /** Whether the installation uses the stream of a later epoch. */
  async isSuperseded(): Promise<boolean> {
    const { installation } = this.#options;
    return (await installation.highestEpoch()) > installation.epoch;
  }

  /**
   * Recovers from an input or a deadline on which the lobby throws. Records it for all nodes as skipped. Resolves with the
   * state of the last snapshot, which skips it from then on. Rejects with the error if it was skipped already.
   */
  async skip(error: PoisonousInput, before: ReplicatedLobby): Promise<ReplicatedLobby | undefined> {
    if (before.skips(error.at)) throw error;
    return await this.#retry(async () => {
      await this.#options.installation.skip(error.at);
      return await this.#latestState(positionText(error.at));
    });
  }

  /** Recovers if the next message was purged. Resolves with the state of the last snapshot. */
  async catchUp(error: MessagesPurged): Promise<ReplicatedLobby | undefined> {
    return await this.#retry(async () => {
      const replica = await this.#latestState();
      // The NATS server that answered may not have the snapshot yet.
      if (replica.position.sequence < error.first - 1) throw error;
      return replica;
    });
  }

  /**
   * Recovers if the stream has lost messages. The nodes continue in the stream of the next epoch, from the state of the node
   * that had delivered the most.
   */
  async nextEpoch(
    before: ReplicatedLobby,
    own: Pick<ElectionOptions, 'lastDelivered' | 'node'>,
  ): Promise<Continuation | undefined> {
    const { installation, newReplica, clock, newKey, logEvent } = this.#options;
    this.#lastStopped = own.node;
    const from = installation.epoch;
    let lost = from;
    let attempts = 0;
    const isLeftBehind = (): Promise<boolean> => this.#isLeftBehind(own.node);
    return await this.#retry(async () => {
      if (installation.epoch === lost)
        await nextEpoch(before, { installation, clock, key: newKey(), isLeftBehind, from, ...own });
      else await enterHigher(installation, installation.epoch);
      // A later epoch has a first message before it has a snapshot.
      const isEmpty = installation.epoch > 1 && (await installation.stream.last()) === 0;
      const snapshot = isEmpty ? undefined : await installation.latestSnapshot();
      if (snapshot === undefined && installation.epoch > 1) {
        // The creator of the epoch may be about to store the snapshot, or it may have died, or NATS has lost everything again.
        if (++attempts % CREATION_ATTEMPTS === 0) lost = installation.epoch;
        throw new Error(`epoch ${installation.epoch} has no snapshot yet`);
      }
      const isSame = snapshot?.sequence === 0 && snapshot.hash === before.position.hash;
      logEvent('node.epoch', { epoch: installation.epoch, isSame });
      const replica = newReplica(await installation.skipped());
      if (snapshot !== undefined) replica.restore(snapshot);
      return { stream: installation.stream, replica, isSame };
    });
  }

  /**
   * Whether the other nodes do not count this node as living: it has not joined, or it was disconnected so long that it was
   * declared dead. Such a node must not stop the others.
   */
  async #isLeftBehind(ownKey: string): Promise<boolean> {
    return !(await currentState(this.#options)).members.hasKey(ownKey);
  }

  /**
   * The state of the last snapshot. `skipped`: positions to skip in addition, because the installation may not return them yet.
   */
  async #latestState(...skipped: readonly string[]): Promise<ReplicatedLobby> {
    const { installation, newReplica } = this.#options;
    const replica = newReplica(new Set([...(await installation.skipped()), ...skipped]));
    const snapshot = await installation.latestSnapshot();
    if (snapshot !== undefined) replica.restore(snapshot);
    return replica;
  }

  async #retry<Result>(repair: () => Promise<Result>): Promise<Result | undefined> {
    const { clock, logEvent, hasStopped } = this.#options;
    while (!hasStopped()) {
      try {
        return await repair();
      } catch (error) {
        logEvent('node.recovery-failed', { error: String(error) });
        await pause(clock, RETRY_PAUSE);
      }
    }
    return undefined;
  }
}
