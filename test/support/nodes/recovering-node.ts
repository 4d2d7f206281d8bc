import type { Input } from '../../../src/lobby/input.ts';
import { openReplica } from '../../../src/nodes/open-replica.ts';
import { ReplicatedLobby, type ReplicatedLobbyOptions } from '../../../src/nodes/replicated-lobby.ts';
import { ReplicatedNode } from '../../../src/nodes/replicated-node.ts';
import { ProcessGate } from './process-gate.ts';
import { ReplicatedNodeFixture } from './replicated-node-fixture.ts';
import type { SimulatedNats } from './simulated-nats.ts';
import { SimulatedStorage } from './simulated-storage.ts';
import { RELIABLE_NETWORK } from './simulated-stream.ts';
import { CONFIGURATION } from './test-configuration.ts';

export type LobbyMaker = Pick<ReplicatedLobbyOptions, 'newLobby'>;

/** A node without sockets that recovers when NATS loses data. */
export class RecoveringNode {
  readonly installation: SimulatedStorage;
  readonly node: ReplicatedNode;
  /** The kinds of all notices and answers for local players, in order. */
  readonly delivered: string[] = [];
  deaths = 0;
  failure: Error | undefined;

  private constructor(
    installation: SimulatedStorage,
    gate: ProcessGate,
    { replica, name, maker }: { replica: ReplicatedLobby; name: string; maker: LobbyMaker },
  ) {
    this.installation = installation;
    let keys = 0;
    const newReplica = (skipped: ReadonlySet<string>): ReplicatedLobby =>
      new ReplicatedLobby({ ...ReplicatedNodeFixture.replicaOptions, ...maker, skipped });
    const { stream } = installation;
    this.node = new ReplicatedNode(
      { stream, replica, clock: gate, newKey: () => `${name} ${++keys}`, recovery: { installation, newReplica } },
      {
        decided: ({ notices }) => void this.delivered.push(...notices.map(({ notice }) => notice.kind)),
        declaredDead: () => void this.deaths++,
        opened: () => undefined,
        broadcasts: () => 0,
        archived: () => undefined,
        changed: () => undefined,
        applied: () => undefined,
        upgraded: (state) => void installation.saveSnapshot(state.snapshot()),
        logEvent: () => undefined,
        failed: (error) => {
          this.failure = error;
        },
      },
    );
    installation.onReconnected = () => this.node.reconnected();
    this.node.start();
  }

  /** Starts a node that has joined, and serves clients if the others do. `timeout`: milliseconds for reading the stream. */
  static async start(
    nats: SimulatedNats,
    name: string,
    maker: LobbyMaker = {},
    timeout = 200,
  ): Promise<RecoveringNode> {
    const { clock } = nats;
    const gate = new ProcessGate(clock, 0);
    const installation = new SimulatedStorage(nats, gate, RELIABLE_NETWORK, () => undefined);
    const newReplica = (skipped: ReadonlySet<string>): ReplicatedLobby =>
      new ReplicatedLobby({ ...ReplicatedNodeFixture.replicaOptions, ...maker, skipped });
    const opening = openReplica({ installation, newReplica, clock: gate, newKey: () => name }, CONFIGURATION);
    await clock.settle();
    await clock.advance(timeout);
    const replica = await opening;
    const started = new RecoveringNode(installation, gate, { replica, name, maker });
    await clock.settle();
    await clock.advance(2_000);
    return started;
  }

  submit(input: Input): void {
    this.node.submit(input, (decision) => {
      const { answer, notices = [] } = decision ?? {};
      this.delivered.push(answer?.kind ?? 'dropped', ...notices.map(({ notice }) => notice.kind));
    });
  }
}
