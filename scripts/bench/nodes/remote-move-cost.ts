import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import skeleton from 'unhomoglyph';
import { systemClock } from '../../../src/clock.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby } from '../../../src/lobby/lobby.ts';
import { globalIdOf } from '../../../src/nodes/player-id-translation.ts';
import { ReplicaAsJournal } from '../../../src/nodes/replica-as-journal.ts';
import { type DeliveredMessage, ReplicatedLobby } from '../../../src/nodes/replicated-lobby.ts';
import type { SharedStream } from '../../../src/nodes/shared-stream.ts';
import { readSnapshotLines, snapshotLines } from '../../../src/nodes/snapshot-lines.ts';
import { encodeMessage, type StreamMessage } from '../../../src/nodes/stream-message.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { Point } from '../../../src/rules/point.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import { StreamInputSequencer } from '../../../src/server/nodes/stream-input-sequencer.ts';
import { goParameters } from '../../../test/support/lobby/go-seat.ts';
import { type MedianWithQuartiles, spreadOf } from '../compare-processor-time.ts';
import { heldBytes } from '../rules/game-memory.ts';
import { generateGoGames, LINES } from '../server/generated-games.ts';
import { MAIN_PROTOCOL } from '../server/measured-protocol-list.ts';

const GAMES = 1_000;
export const MOVES = 200;
/** Moves in one message: about as many as with 1,000 connections that play as fast as they can. */
export const MOVES_PER_MESSAGE = 12;
/** Messages that arrive in one turn of the event loop. */
const MESSAGES_PER_TURN = 8;
const ROUNDS = 7;
const NOW = Date.UTC(2026, 0, 1);
const OPTIONS = { protocols: PROTOCOLS, grace: 0, resume: 120_000, idle: 3_600_000 };
const SILENT_LOG = { debug: () => {}, info: () => {}, error: () => {} };

const playerOf = (game: number, color: 'black' | 'white'): number =>
  globalIdOf(1, 2 * game + (color === 'black' ? 1 : 2));

/** Inputs that start the games: two players enter and are paired for each. */
function* startInputs(): Generator<Input> {
  const client = { protocol: MAIN_PROTOCOL, listener: 'plain', address: '127.0.0.1' };
  for (let game = 0; game < GAMES; game++) {
    for (const color of ['black', 'white'] as const) {
      const player = playerOf(game, color);
      yield { kind: 'command', player, client, receivedAt: NOW, command: { kind: 'enter', name: `${color}${game}` } };
      yield { kind: 'command', player, receivedAt: NOW, command: { kind: 'seek', parameters: goParameters(LINES) } };
    }
  }
}

/** One move in each game, and then the next move in each game. */
function* moveInputs(): Generator<Input> {
  const games = generateGoGames(LINES);
  for (let turn = 0; turn < MOVES; turn++) {
    for (let game = 0; game < GAMES; game++) {
      const { color, x, y } = games[game % games.length]![turn]!;
      const command = { kind: 'play', point: (y * LINES + x) as Point, spent: 150 } as const;
      yield { kind: 'command', player: playerOf(game, color), receivedAt: NOW + turn, command };
    }
  }
}

interface StreamOfMoves {
  /** The messages until all games have started. */
  readonly head: readonly DeliveredMessage[];
  readonly moves: readonly DeliveredMessage[];
}

/** The stream of an installation in which one node publishes these inputs. */
function streamOf(inputs: readonly Input[]): StreamOfMoves {
  const configuration = {
    installation: 'bench',
    lobbyVersion: 1,
    unicode: '',
    options: {},
    lastGame: 0,
    administrators: [],
    database: '',
  };
  const first: StreamMessage[] = [
    { kind: 'configure', configuration },
    { kind: 'prepare', key: '', changes: [], end: { parts: 1, at: NOW, number: 0 } },
    { kind: 'join', key: 'only' },
  ];
  let number = 0;
  let sequence = 0;
  const delivered = (message: StreamMessage): DeliveredMessage => ({
    sequence: ++sequence,
    timestamp: NOW + Math.floor(sequence / 10),
    data: encodeMessage(message),
  });
  const batch = (some: readonly Input[]): DeliveredMessage =>
    delivered({
      kind: 'batch',
      node: 1,
      number: ++number,
      inputs: some,
      applied: { sequence: 0, hash: 0, messages: 0 },
    });
  const head = first.map(delivered);
  for (const input of startInputs()) head.push(batch([input]));
  const moves: DeliveredMessage[] = [];
  for (let from = 0; from < inputs.length; from += MOVES_PER_MESSAGE)
    moves.push(batch(inputs.slice(from, from + MOVES_PER_MESSAGE)));
  return { head, moves };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

interface StartedNode {
  readonly deliver: (message: DeliveredMessage) => void;
  readonly replica: ReplicatedLobby;
  readonly stop: () => void;
}

/** Starts a node without clients whose stream is delivered by the caller. */
async function startNode(): Promise<StartedNode> {
  const replica = new ReplicatedLobby({ lobby: OPTIONS, skeleton });
  const reading = Promise.withResolvers<(message: DeliveredMessage) => void>();
  const stream: SharedStream = {
    publish: () => new Promise(() => {}),
    read: (_after, each) => {
      reading.resolve(each);
      return () => {};
    },
    last: async () => replica.position.sequence,
    timestampOf: async () => undefined,
  };
  const fail = (error: Error): never => assert.fail(error);
  const options = {
    ...OPTIONS,
    journal: new ReplicaAsJournal(() => replica),
    clock: systemClock,
    log: SILENT_LOG,
  };
  let stop = (): void => {};
  Hub.onNode({ ...options, onFailure: fail }, (callbacks) => {
    const nothing = (): void => {};
    const others = { archived: nothing, changed: nothing, upgraded: nothing, logEvent: nothing, failed: fail };
    const sequencer = new StreamInputSequencer({
      stream,
      replica,
      clock: systemClock,
      callbacks: { ...callbacks, ...others },
    });
    sequencer.node.start();
    stop = () => sequencer.node.stop();
    return sequencer;
  });
  return { deliver: await reading.promise, replica, stop };
}

/** Processor time of a node for another node's move, in microseconds. */
async function costInNode({ head, moves }: StreamOfMoves): Promise<number> {
  const { deliver, replica, stop } = await startNode();
  const deliverAll = async (messages: readonly DeliveredMessage[]): Promise<void> => {
    for (const [index, message] of messages.entries()) {
      deliver(message);
      if (index % MESSAGES_PER_TURN === 0) await nextTurn();
    }
    await nextTurn();
  };
  await deliverAll(head);
  assert.equal(replica.lobby.statistics.games, GAMES);
  const before = processorTime();
  await deliverAll(moves);
  const cost = (processorTime() - before) / (GAMES * MOVES);
  assert.equal(replica.position.sequence, head.length + moves.length);
  stop();
  return cost;
}

/** Processor time of a lobby alone for a move, in microseconds. */
function costInLobby(inputs: readonly Input[]): number {
  const lobby = new Lobby(OPTIONS);
  for (const input of startInputs()) lobby.step(input, NOW);
  const before = processorTime();
  for (const input of inputs) lobby.step(input, NOW);
  return (processorTime() - before) / (GAMES * MOVES);
}

/** The cost of a running game of `MOVES` moves, with its two players, at a node. */
export interface RunningGameCost {
  /** Bytes in memory. */
  readonly memory: number;
  /** Bytes in a snapshot. */
  readonly snapshot: number;
  /** Processor time of writing the game's part of a snapshot, in microseconds. */
  readonly writing: number;
  /** Processor time of reading the game's part of a snapshot, in microseconds. */
  readonly reading: number;
}

async function costOfRunningGame({ head, moves }: StreamOfMoves): Promise<RunningGameCost> {
  const before = heldBytes();
  const replica = new ReplicatedLobby({ lobby: OPTIONS, skeleton });
  for (const message of [...head, ...moves]) replica.apply(message);
  const memory = (heldBytes() - before) / GAMES;
  let [snapshot, writing, reading] = [0, 0, 0];
  // The first two times warm up. Only the last one counts.
  for (let time = 0; time < 3; time++) {
    const began = processorTime();
    const lines = [...snapshotLines(replica.snapshot())];
    const written = processorTime();
    new ReplicatedLobby({ lobby: OPTIONS, skeleton }).restore(
      await readSnapshotLines(Readable.from(lines.map(Buffer.from))),
    );
    writing = (written - began) / GAMES;
    reading = (processorTime() - written) / GAMES;
    snapshot = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0) / GAMES;
  }
  return { memory, snapshot, writing, reading };
}

export interface RemoteMoveCost {
  /** Processor time for a move of another node, in microseconds. */
  readonly cost: MedianWithQuartiles;
  /** The same, divided by the cost of the lobby alone. */
  readonly timesLobby: MedianWithQuartiles;
  readonly size: RunningGameCost;
}

/** Measures a node that receives the messages of another one, without NATS and without clients. */
export async function remoteMoveCost(): Promise<RemoteMoveCost> {
  const inputs = [...moveInputs()];
  const stream = streamOf(inputs);
  const size = await costOfRunningGame(stream);
  const [lobby, node]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    lobby.push(costInLobby(inputs));
    node.push(await costInNode(stream));
  }
  // The first round warms up.
  const cost = node.slice(1);
  const ofLobby = spreadOf(cost.map((each, round) => each / lobby[round + 1]!));
  return { cost: spreadOf(cost), timesLobby: ofLobby, size };
}
