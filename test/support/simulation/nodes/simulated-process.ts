import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Decision } from '../../../../src/lobby/decision.ts';
import type { Input } from '../../../../src/lobby/input.ts';
import type { LobbyOptions } from '../../../../src/lobby/lobby.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import { openReplica } from '../../../../src/nodes/open-replica.ts';
import { ReplicatedLobby, type ReplicatedLobbyOptions } from '../../../../src/nodes/replicated-lobby.ts';
import { ReplicatedNode } from '../../../../src/nodes/replicated-node.ts';
import type { SharedConfiguration } from '../../../../src/nodes/stream-message.ts';
import type { RandomInt } from '../../clients/random.ts';
import { PROTOCOLS } from '../../lobby/arbitrary-input.ts';
import { readAll } from '../../lobby/compared-lobby.ts';
import { ProcessGate } from '../../nodes/process-gate.ts';
import type { SimulatedNats } from '../../nodes/simulated-nats.ts';
import { SimulatedStorage } from '../../nodes/simulated-storage.ts';
import { RELIABLE_NETWORK } from '../../nodes/simulated-stream.ts';
import { FragileLobby, type MarkedInput } from './marked-input.ts';
import { answerLine, noticeLine } from './membership.ts';
import { PlayingClient } from './playing-client.ts';
import type { ReferenceReplica } from './reference-replica.ts';

const LOBBY: LobbyOptions = {
  protocols: PROTOCOLS,
  grace: 30_000,
  resume: 60_000,
  idle: 120_000,
  computerWait: 10_000,
};

export const REPLICA: ReplicatedLobbyOptions = {
  lobby: LOBBY,
  skeleton,
  newLobby: (options) => new FragileLobby(options),
};

export const CONFIGURATION: SharedConfiguration = {
  installation: 'simulated',
  lobbyVersion: 1,
  unicode: '17',
  options: { grace: 30_000, resume: 60_000, idle: 120_000 },
  lastGame: 0,
  administrators: [],
  database: '',
};

/** A node may deliver notices only if a heartbeat that it published within this many milliseconds has come back. */
const CONFIRMED_FOR = 3_000;

/** Milliseconds until a node must serve clients. */
const JOIN_TIME = 30_000;

const newReplica = (skipped: ReadonlySet<string>): ReplicatedLobby => new ReplicatedLobby({ ...REPLICA, skipped });

interface ProcessContext {
  readonly nats: SimulatedNats;
  readonly reference: ReferenceReplica;
  readonly randomInt: RandomInt;
  readonly name: string;
  readonly configuration: SharedConfiguration;
}

/** The process has ended for a permitted reason, and another one may start. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

/** The process of one node, with clients that compare the received notices with the reference. */
export class SimulatedProcess {
  readonly gate: ProcessGate;
  readonly installation: SimulatedStorage;
  readonly name: string;
  readonly #context: ProcessContext;
  readonly #reference: ReferenceReplica;
  #node: ReplicatedNode | undefined;
  readonly #clients = new Map<number, PlayingClient>();
  #lastPlayer: PlayerId = 0;
  /** Inputs that have not been decided. */
  readonly #waiting = new Set<number>();
  /** The times at which batches were first published, by their names. */
  readonly #publishedAt = new Map<string, number>();
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** The id of the node, once it has joined. The lines that it delivers are recorded under this id. */
  #id: string | undefined;
  #keys = 0;
  readonly #newKey = (): string => `${this.name}-${++this.#keys}`;
  hasOpened = false;
  failure: Error | undefined;

  constructor(context: ProcessContext) {
    this.#context = context;
    const { nats, reference, name, randomInt } = context;
    [this.#reference, this.name] = [reference, name];
    this.gate = new ProcessGate(nats.clock, randomInt(7_200_000) - 3_600_000);
    this.installation = new SimulatedStorage(nats, this.gate, RELIABLE_NETWORK, (id) => this.#notePublished(id));
  }

  /** Reads the stream and joins. Sets `failure` if this is not possible. */
  start(): void {
    const { configuration } = this.#context;
    const { installation, gate } = this;
    openReplica({ installation, newReplica, clock: gate, newKey: this.#newKey }, configuration).then(
      (replica) => this.#join(replica),
      (error) => this.#fail(error),
    );
  }

  #join(replica: ReplicatedLobby): void {
    const { reference, name } = this.#context;
    const { installation, gate } = this;
    if (gate.isKilled) return;
    reference.compare(name, installation.epoch, replica);
    const node = new ReplicatedNode(
      {
        ...{ stream: installation.stream, replica, clock: gate, newKey: this.#newKey },
        recovery: { installation, newReplica },
      },
      {
        decided: (decision) => this.#deliver(decision),
        declaredDead: () => this.#onDeclaredDead(),
        opened: () => {
          this.hasOpened = true;
        },
        broadcasts: () => 0,
        archived: () => undefined,
        changed: () => undefined,
        applied: () => this.#applied(),
        upgraded: (state) => void this.#handOver(state),
        logEvent: () => undefined,
        failed: (error) => this.#fail(error),
      },
    );
    this.#node = node;
    installation.onReconnected = () => node.reconnected();
    gate.at(gate.now() + JOIN_TIME, () => {
      if (!this.hasOpened) this.#fail(new ProcessEnded('the node could not join'));
    });
    node.start();
  }

  /** Stores the state from which nodes of a later version continue. */
  async #handOver(replica: ReplicatedLobby): Promise<void> {
    await this.installation.saveSnapshot(replica.snapshot()).catch(() => undefined);
    this.#fail(new ProcessEnded('nodes of a later version have taken over'));
  }

  get node(): ReplicatedNode | undefined {
    return this.#node;
  }

  /** The version of the lobby that the node runs. */
  get version(): number {
    return this.#context.configuration.lobbyVersion;
  }

  /** The id of the node, once it has joined. */
  get id(): string | undefined {
    return this.#id;
  }

  /** Inputs that have not been decided. */
  get waiting(): readonly string[] {
    return Array.from(this.#waiting, (tag) => this.#reference.timeline.inputs.describe(tag));
  }

  /** Submits an input of a client or of the server itself. Players are numbered from 1 by their places. */
  submit(input: Input, isPoisonous: boolean): void {
    const node = this.#node;
    if (node === undefined || this.failure !== undefined) return;
    const tag = this.#reference.nextTag();
    const marked = { ...input, tag, ...(isPoisonous && { isPoisonous }) } as MarkedInput;
    if (!('player' in marked)) {
      this.#submit(node, marked);
      return;
    }
    const { player: place } = marked;
    const client = this.#clients.get(place) ?? new PlayingClient(++this.#lastPlayer);
    this.#clients.set(place, client);
    if (marked.kind === 'lost' || marked.kind === 'dismissed') this.#clients.delete(place);
    if (marked.kind !== 'command') {
      if (client.isIntroduced) this.#submit(node, { ...marked, player: client.player });
      return;
    }
    const { client: profile, ...known } = marked;
    const isKnown = client.isIntroduced;
    client.isIntroduced = true;
    const command = client.choose(marked.command, this.#context.randomInt);
    if (command.kind === 'leave') this.#clients.delete(place);
    const introduced = { ...known, command, player: client.player, ...(!isKnown && profile && { client: profile }) };
    this.#submit(node, introduced, (decision) => {
      if (decision === undefined) client.isIntroduced = isKnown;
      else client.onAnswer(decision.answer);
    });
  }

  /** Reads everything that can be read from the lobby. */
  read(): void {
    if (this.#node !== undefined) readAll(this.#node.lobby);
  }

  /** The archiving node reports some finished games, and perhaps one that is not finished. */
  archive(): void {
    const { randomInt } = this.#context;
    if (this.#node?.isLowest !== true || !this.#node.isOpen) return;
    const [...finished] = this.#node.replica.games.finished;
    const some = finished.slice(0, randomInt(2) === 0 ? finished.length : 1);
    if (randomInt(10) === 0) some.push(this.#reference.timeline.games.last);
    if (some.length > 0) this.#node.reportArchived(some);
  }

  /** Stops normally. */
  leave(): void {
    void this.#node?.leave();
    this.#abandon();
  }

  /** Kills the process. */
  kill(): void {
    this.#abandon();
    this.gate.kill();
    this.installation.close();
  }

  #submit(node: ReplicatedNode, input: MarkedInput, whenDecided?: (decision: Decision | undefined) => void): void {
    // Reports about the clients of a node that has no number yet, such as `lost`, are not submitted.
    if (node.number === undefined && 'player' in input && input.kind !== 'command') return;
    const { tag } = input;
    this.#waiting.add(tag);
    let isDecided = false;
    node.submit(input, (decision) => {
      assert(!isDecided, `input ${tag} is decided twice`);
      isDecided = true;
      this.#waiting.delete(tag);
      whenDecided?.(decision);
      if (decision !== undefined) this.#answer(tag, decision);
      // An input of the server itself may be in the stream nevertheless: its node was declared dead and learns nothing of it.
      else if (input.kind === 'command') this.#reference.dropped(tag);
    });
  }

  #answer(tag: number, decision: Decision): void {
    this.#reference.decided(tag);
    this.#assertConfirmed();
    this.#reference.delivered(this.#id ?? '', answerLine(tag, decision.answer));
    this.#deliver(decision);
  }

  #deliver({ notices }: Decision): void {
    if (notices.length > 0) this.#assertConfirmed();
    for (const { to, notice } of notices) {
      this.#reference.delivered(this.#id ?? '', noticeLine(to, notice));
      this.#onNotice(to, notice);
    }
  }

  #assertConfirmed(): void {
    const age = this.gate.now() - this.#confirmedAt;
    assert(
      age < CONFIRMED_FOR,
      `${this.name} delivers an answer or a notice ${age} ms after its last confirmed heartbeat`,
    );
  }

  #onNotice(player: PlayerId, notice: Notice): void {
    for (const [place, client] of this.#clients) {
      if (client.player !== player) continue;
      if (notice.kind === 'replaced' || notice.kind === 'removed') this.#clients.delete(place);
      else client.onNotice(notice);
    }
  }

  #applied(): void {
    const node = this.#node;
    if (node === undefined) return;
    const { replica, number } = node;
    const timeline = this.#reference.compare(this.name, this.installation.epoch, replica);
    if (number === undefined || timeline === undefined) return;
    this.#id ??= timeline.members.idOf(number);
    const heartbeat = timeline.members.heartbeatOf(number, replica.position.sequence);
    const publishedAt = heartbeat === undefined ? undefined : this.#publishedAt.get(heartbeat);
    // After a poisonous input, the node reads messages again that have come back before.
    if (publishedAt === undefined) return;
    this.#confirmedAt = Math.max(this.#confirmedAt, publishedAt);
    this.#publishedAt.clear();
  }

  /** A message id consists of the name of the batch and the number of the attempt. */
  #notePublished(id: string): void {
    const batch = id.slice(0, id.lastIndexOf('.'));
    if (!this.#publishedAt.has(batch)) this.#publishedAt.set(batch, this.gate.now());
  }

  #onDeclaredDead(): void {
    this.#forget();
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
  }

  #fail(error: Error): void {
    if (this.gate.isKilled) return;
    this.failure ??= error;
    this.#node?.stop();
    this.#forget();
  }

  #abandon(): void {
    if (this.#id !== undefined) this.#reference.deliveries.abandon(this.#id);
    this.#waiting.clear();
  }

  #forget(): void {
    this.#abandon();
    this.#clients.clear();
    this.#id = undefined;
  }
}
