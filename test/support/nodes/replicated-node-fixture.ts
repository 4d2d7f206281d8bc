import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { NumberedChange } from '../../../src/accounts/changes/name-register-change.ts';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import type { Input } from '../../../src/lobby/input.ts';
import type { LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import { catchUpWithStream } from '../../../src/nodes/catch-up-with-stream.ts';
import { ReplicatedLobby } from '../../../src/nodes/replicated-lobby.ts';
import { ReplicatedNode } from '../../../src/nodes/replicated-node.ts';
import { PROTOCOLS } from '../lobby/arbitrary-input.ts';
import { type NetworkConditions, NO_SNAPSHOTS, type SimulatedStream, type StreamLink } from './simulated-stream.ts';
import { CONFIGURATION } from './test-configuration.ts';

const LOBBY: LobbyOptions = { protocols: PROTOCOLS, grace: 0, resume: 60_000, idle: 3_600_000 };

/** A replicated node without hub and clients. The test gives it inputs, and reads the notices for its players. */
export class ReplicatedNodeFixture {
  readonly replica: ReplicatedLobby;
  readonly node: ReplicatedNode;
  readonly link: StreamLink;
  /** The notices for local players, in order. */
  readonly notices: { readonly to: number; readonly notice: Notice }[] = [];
  readonly decided: Decision[] = [];
  readonly archived: GameId[] = [];
  readonly changes: NumberedChange[] = [];
  deaths = 0;
  failure: Error | undefined;

  private constructor(stream: SimulatedStream, link: StreamLink, replica: ReplicatedLobby, name: string) {
    this.link = link;
    this.replica = replica;
    let keys = 0;
    this.node = new ReplicatedNode(
      { stream: link, replica, clock: stream.clock, newKey: () => `${name} ${++keys}` },
      {
        decided: (decision) => this.#record(decision),
        declaredDead: () => void this.deaths++,
        opened: () => undefined,
        broadcasts: () => 0,
        archived: (games) => void this.archived.push(...games),
        changed: ({ changes }) => void this.changes.push(...changes),
        applied: () => undefined,
        upgraded: () => undefined,
        logEvent: () => undefined,
        failed: (error) => {
          this.failure = error;
        },
      },
    );
  }

  static readonly replicaOptions = { lobby: LOBBY, skeleton };

  static async start(
    stream: SimulatedStream,
    name: string,
    network?: NetworkConditions,
  ): Promise<ReplicatedNodeFixture> {
    const link = stream.link();
    const replica = new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions);
    const caughtUp = catchUpWithStream({ stream: link, ...NO_SNAPSHOTS }, replica, CONFIGURATION);
    for (let turn = 0; turn < 50 && replica.configuration === undefined; turn++) await stream.pass(10);
    await stream.pass(100);
    await caughtUp;
    if (network !== undefined) link.network = network;
    const started = new ReplicatedNodeFixture(stream, link, replica, name);
    started.node.start();
    return started;
  }

  /** Resolves to the decision on an input, or to `dropped` if it was never published. Does not advance the clock. */
  submit(input: Input): { decision: Decision | 'waits' | 'dropped' } {
    const result: { decision: Decision | 'waits' | 'dropped' } = { decision: 'waits' };
    this.node.submit(input, (decision) => {
      assert.equal(result.decision, 'waits', 'an input is decided once');
      result.decision = decision ?? 'dropped';
      if (decision !== undefined) this.#record(decision);
    });
    return result;
  }

  get bytes(): string {
    return JSON.stringify(this.replica.snapshot());
  }

  #record(decision: Decision): void {
    this.decided.push(decision);
    this.notices.push(...decision.notices);
  }
}
