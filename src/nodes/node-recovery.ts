import { type Clock, pause } from '../clock.ts';
import { type ElectionOptions, enterHigher, nextEpoch, stoppedNode } from './epoch-election.ts';
import { currentState } from './open-replica.ts';
import { type MessagesPurged, type PoisonousInput, type ReplicatedLobby, positionText } from './replicated-lobby.ts';
import type { SharedStorage } from './shared-storage.ts';
import type { SharedStream } from './shared-stream.ts';

/** Milliseconds after which a failed recovery is tried again. */
const RETRY_PAUSE = 1_000;
/** After so many attempts, the creator of an epoch that has no snapshot is taken for gone. */
const CREATION_ATTEMPTS = 10;

/** What a node needs to recover from a poisonous input, and from a stream that has purged or lost messages. */
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

/** The state of a later epoch. `isSame`: nothing is in it that this node had not applied. */
interface Continuation {
  readonly stream: SharedStream;
  readonly replica: ReplicatedLobby;
  readonly isSame: boolean;
}

/** Finds a state from which a node can go on. Each way is tried again until it works or the node stops; then the result is undefined. */
export class NodeRecovery {
  readonly #options: NodeRecoveryOptions;
  /** The key of this node when it has last stopped: what it announced then may still arrive. */
  #lastStopped = '';

  constructor(options: NodeRecoveryOptions) {
    this.#options = options;
  }

  /**
   * Calls `stopped` with the key of another node that has stopped because the present stream has lost messages, until the returned function is
   * called.
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
   * The lobby throws on an input or a deadline: the place is recorded for all nodes, and the state is that of the last snapshot, from which on
   * it is left out. Rejects with the error if leaving it out does not help.
   */
  async skip(error: PoisonousInput, before: ReplicatedLobby): Promise<ReplicatedLobby | undefined> {
    if (before.skips(error.at)) throw error;
    return await this.#retry(async () => {
      await this.#options.installation.skip(error.at);
      return await this.#latestState(positionText(error.at));
    });
  }

  /** The next message was purged: the state is that of the last snapshot. */
  async catchUp(error: MessagesPurged): Promise<ReplicatedLobby | undefined> {
    return await this.#retry(async () => {
      const replica = await this.#latestState();
      // A server of a cluster may not have it yet.
      if (replica.position.sequence < error.first - 1) throw error;
      return replica;
    });
  }

  /** The stream has lost what was stored: the nodes go on with the next one, from the state of the node that has applied most. */
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
        // Its creator may be about to store it, or may be gone; or all that NATS had stored is lost again.
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
   * A node that was away when the stream lost its end, and for so long that it was declared dead, must not stop the others. Nor may one that
   * has not joined.
   */
  async #isLeftBehind(own: string): Promise<boolean> {
    return !(await currentState(this.#options)).members.hasKey(own);
  }

  /** That of the last snapshot. `skipped`: a place that is left out, whether or not the installation shows it already. */
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
