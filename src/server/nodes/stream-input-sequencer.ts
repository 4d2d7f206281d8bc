import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { DecisionCallback } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import type { Lobby } from '../../lobby/lobby.ts';
import type { PlayerId, VisitId } from '../../lobby/players/player.ts';
import type { ServiceMode } from '../../lobby/service-mode.ts';
import { EstimatedLobbyClock } from '../../nodes/estimated-lobby-clock.ts';
import type { NodeCallbacks } from '../../nodes/node-callbacks.ts';
import type { RecoveryServices } from '../../nodes/node-recovery.ts';
import type { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import { ReplicatedNode } from '../../nodes/replicated-node.ts';
import type { SharedStream } from '../../nodes/shared-stream.ts';
import type { InputSequencer, InputSequencerCallbacks } from '../hub/input-sequencer.ts';

export interface StreamInputSequencerOptions {
  readonly stream: SharedStream;
  /** The replica, which must be up to date. */
  readonly replica: ReplicatedLobby;
  readonly clock: Clock;
  readonly callbacks: InputSequencerCallbacks &
    Pick<NodeCallbacks, 'archived' | 'changed' | 'failed' | 'upgraded' | 'logEvent'>;
  readonly recovery?: RecoveryServices;
  /** Makes random texts. Tests replace it. */
  readonly newKey?: () => string;
}

/** The order of inputs on a node: the order of the shared stream. */
export class StreamInputSequencer implements InputSequencer {
  readonly measuresTurns = true;
  readonly clock: EstimatedLobbyClock;
  readonly node: ReplicatedNode;
  /** Called with the visit of each client that the lobby gets to know, on any node. */
  onVisit: (visit: VisitId) => void = () => {};
  #isDraining = false;

  constructor({ stream, replica, clock, callbacks, recovery, newKey = randomUUID }: StreamInputSequencerOptions) {
    const lobbyClock = new EstimatedLobbyClock(clock);
    lobbyClock.applied(replica.now);
    this.clock = lobbyClock;
    this.node = new ReplicatedNode(
      { stream, replica, clock, newKey, ...(recovery && { recovery }) },
      {
        ...callbacks,
        declaredDead: () => callbacks.disconnected(),
        opened: () => {
          if (this.#isDraining) this.submit(this.#drainInput());
          callbacks.opened();
        },
        applied: ({ batch }) => {
          lobbyClock.applied(this.node.replica.now);
          for (const input of batch?.inputs ?? []) {
            const visit = input.kind === 'command' ? input.client?.visit : undefined;
            if (visit !== undefined) this.onVisit(visit);
          }
        },
      },
    );
  }

  get lobby(): Lobby {
    return this.node.lobby;
  }

  get isOpen(): boolean {
    return this.node.isOpen;
  }

  submit(input: Input, whenDecided?: DecisionCallback): void {
    this.node.submit(input, whenDecided);
  }

  get isPlaying(): boolean {
    return this.node.number !== undefined && this.lobby.hasGamesAt(this.node.number);
  }

  /** Only this node drains. If it joins again, it drains under its new number too. */
  inputFor(mode: ServiceMode): Input {
    this.#isDraining = mode !== 'open';
    return this.#drainInput();
  }

  #drainInput(): Input {
    const { number: node } = this.node;
    return node === undefined ? { kind: 'time' } : { kind: 'drain-node', node, isDraining: this.#isDraining };
  }

  whenRoom(decide: () => void): void {
    this.node.whenRoom(decide);
  }

  globalId(local: PlayerId): PlayerId | undefined {
    return this.node.globalId(local);
  }

  open(): void {}

  /** Nothing to stop: the heartbeats of all nodes carry out the deadlines. */
  stop(): void {}

  async leave(): Promise<void> {
    await this.node.leave();
  }
}
