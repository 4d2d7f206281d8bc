import { performance } from 'node:perf_hooks';
import { ConnectionPair } from './connection-pair.ts';
import { generateGoGames, generateGomokuGames, LINES } from './generated-games.ts';
import type { GeneratorCommand, GeneratorReport, LoadGeneratorOptions } from './load-generator.ts';
import type { MessageExchange } from './measured-protocol.ts';
import { loadMeasuredProtocol } from './measured-protocol-list.ts';

// The clients of load-generator.ts, in a process of their own: node scripts/bench/server/load-generator-process.ts OPTIONS

/** A game of which more than this share has been played is replaced by a new one on the command `renew`. */
const NEARLY_FINISHED = 0.6;

const options: LoadGeneratorOptions = JSON.parse(process.argv[2]!);
const { protocol, port, connections, isRelay = false, lines = LINES } = options;
const pairs = connections / 2;
const measuredProtocol = await loadMeasuredProtocol(protocol);
const exchanges = isRelay ? measuredProtocol.relayExchanges : measuredProtocol.exchanges(lines);

/** The exchanges of each move of each game. */
const games: readonly (readonly (readonly MessageExchange[])[])[] = (
  measuredProtocol.isBinary ? generateGomokuGames() : generateGoGames(lines)
).map((stones) => stones.map((stone) => exchanges.place(stone)));

/** Plays one game after the other between two clients. Each game has new connections. */
class GamePlayer {
  readonly #index: number;
  #connections: ConnectionPair | undefined;
  #moves: readonly (readonly MessageExchange[])[] = [];
  #nextMove = 0;
  #sentAt = 0;

  constructor(index: number) {
    this.#index = index;
  }

  /** Calls `onStarted` when a game has started. */
  startGame(onStarted: () => void): void {
    this.#connections?.reset();
    const number = gamesStarted++;
    this.#moves = games[number % games.length]!;
    this.#nextMove = 0;
    const pair = new ConnectionPair(port);
    this.#connections = pair;
    pair.run(exchanges.startGame(`a${number}`, `b${number}`), onStarted);
  }

  /** Shortens the first game, for each pair by a different number of moves, so that the games do not end at the same time. */
  skipAhead(): void {
    this.#moves = this.#moves.slice(0, Math.ceil((this.#moves.length * (this.#index + 1)) / pairs));
  }

  get isNearlyFinished(): boolean {
    return this.#nextMove > NEARLY_FINISHED * this.#moves.length;
  }

  play = (): void => {
    if (!playing) {
      if (--busy === 0) onIdle();
    } else if (this.#nextMove === this.#moves.length) queueStart(this, this.play);
    else {
      this.#sentAt = performance.now();
      this.#connections!.run(this.#moves[this.#nextMove++]!, this.#onMoveDone);
    }
  };

  #onMoveDone = (): void => {
    moveCount++;
    if (playing) delays.push(performance.now() - this.#sentAt);
    this.play();
  };
}

let gamesStarted = 0;
let playing = false;
let busy = 0;
/** Moves since the command `play`, including moves that were under way when the time was over. */
let moveCount = 0;
let delays: number[] = [];
let onIdle: () => void = () => {};

/** Pairs whose game is to start. They start one after the other: of clients that wait together, the server might pair the wrong ones. */
const startQueue: { readonly player: GamePlayer; readonly onStarted: () => void }[] = [];
let isStarting = false;

function queueStart(player: GamePlayer, onStarted: () => void): void {
  startQueue.push({ player, onStarted });
  if (!isStarting) startNext();
}

function startNext(): void {
  const next = startQueue.shift();
  isStarting = next !== undefined;
  next?.player.startGame(() => {
    startNext();
    next.onStarted();
  });
}

const startAll = async (some: readonly GamePlayer[]): Promise<void> => {
  await Promise.all(some.map((player) => new Promise<void>((resolve) => queueStart(player, resolve))));
};

const report = (message: GeneratorReport): void => void process.send!(message);
const players = Array.from({ length: pairs }, (_, index) => new GamePlayer(index));
await startAll(players);
for (const player of players) player.skipAhead();
report({ kind: 'seated' });

async function play(seconds: number): Promise<void> {
  [moveCount, delays, busy, playing] = [0, [], players.length, true];
  const begin = performance.now();
  for (const player of players) player.play();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const milliseconds = performance.now() - begin;
  const counted = moveCount;
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  playing = false;
  await idle;
  delays.sort((one, other) => one - other);
  const at = (share: number): number => delays[Math.floor(share * delays.length)] ?? Number.NaN;
  const rate = counted / (milliseconds / 1000);
  report({ kind: 'played', movesPerSecond: rate, p50: at(0.5), p99: at(0.99), moves: moveCount });
}

process.on('message', async (command: GeneratorCommand) => {
  if (command.kind === 'play') await play(command.seconds);
  else {
    await startAll(players.filter((player) => player.isNearlyFinished));
    report({ kind: 'seated' });
  }
});
process.on('disconnect', () => process.exit());
