import { performance } from 'node:perf_hooks';
import { ConnectionPair } from './connection-pair.ts';
import { generatedGoGame, generatedGomokuGame, LINES } from './generated-games.ts';
import type { GeneratorCommand, GeneratorReport, LoadOptions } from './load-generator.ts';
import type { MessageExchange } from './measured-protocol.ts';
import { measured } from './measured-protocol-list.ts';

// A process of its own that plays, as load-generator.ts says: node scripts/bench/server/load-generator-process.ts OPTIONS

/** Of a game, after which it gives way to another when there is a pause. */
const NEARLY_OVER = 0.6;

const options: LoadOptions = JSON.parse(process.argv[2]!);
const { protocol, port, connections, isRelay = false, lines = LINES } = options;
const tables = connections / 2;
const spoken = await measured(protocol);
const dialect = isRelay ? spoken.relayed : spoken.dialect(lines);

/** By game and turn. */
const games: readonly (readonly (readonly MessageExchange[])[])[] = (
  spoken.isBinary ? generatedGomokuGame() : generatedGoGame(lines)
).map((stones) => stones.map((stone) => dialect.place(stone)));

/** Between two: it plays one game after the other, on fresh connections, as long as there is play. */
class Place {
  readonly #index: number;
  #table: ConnectionPair | undefined;
  #turns: readonly (readonly MessageExchange[])[] = [];
  #turn = 0;
  #since = 0;

  constructor(index: number) {
    this.#index = index;
  }

  /** Calls `seated` once a game has begun. */
  begin(seated: () => void): void {
    this.#table?.leave();
    const number = begun++;
    this.#turns = games[number % games.length]!;
    this.#turn = 0;
    const table = new ConnectionPair(port);
    this.#table = table;
    table.take(dialect.sitDown(`a${number}`, `b${number}`), seated);
  }

  /** Somewhere in the middle of its game, so that not all of them end together. */
  skipAhead(): void {
    this.#turns = this.#turns.slice(0, Math.ceil((this.#turns.length * (this.#index + 1)) / tables));
  }

  get isNearlyOver(): boolean {
    return this.#turn > NEARLY_OVER * this.#turns.length;
  }

  play = (): void => {
    if (!playing) {
      if (--busy === 0) rested();
    } else if (this.#turn === this.#turns.length) meet(this, this.play);
    else {
      this.#since = performance.now();
      this.#table!.take(this.#turns[this.#turn++]!, this.#played);
    }
  };

  #played = (): void => {
    turns++;
    if (playing) waits.push(performance.now() - this.#since);
    this.play();
  };
}

let begun = 0;
let playing = false;
let busy = 0;
/** Since play began, those included that were on their way when it ended. */
let turns = 0;
let waits: number[] = [];
let rested: () => void = () => {};

/** Those that are to sit down: one table after the other, because clients that wait at the same time might meet. */
const queue: { readonly place: Place; readonly then: () => void }[] = [];
let isMeeting = false;

function meet(place: Place, then: () => void): void {
  queue.push({ place, then });
  if (!isMeeting) meetNext();
}

function meetNext(): void {
  const next = queue.shift();
  isMeeting = next !== undefined;
  next?.place.begin(() => {
    meetNext();
    next.then();
  });
}

const meetAll = async (some: readonly Place[]): Promise<void> => {
  await Promise.all(some.map((place) => new Promise<void>((resolve) => meet(place, resolve))));
};

const report = (told: GeneratorReport): void => void process.send!(told);
const places = Array.from({ length: tables }, (_, index) => new Place(index));
await meetAll(places);
for (const place of places) place.skipAhead();
report({ kind: 'seated' });

async function play(seconds: number): Promise<void> {
  [turns, waits, busy, playing] = [0, [], places.length, true];
  const begin = performance.now();
  for (const place of places) place.play();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const milliseconds = performance.now() - begin;
  const counted = turns;
  const resting = new Promise<void>((resolve) => {
    rested = resolve;
  });
  playing = false;
  await resting;
  waits.sort((one, other) => one - other);
  const at = (share: number): number => waits[Math.floor(share * waits.length)] ?? Number.NaN;
  const rate = counted / (milliseconds / 1000);
  report({ kind: 'played', movesPerSecond: rate, p50: at(0.5), p99: at(0.99), moves: turns });
}

process.on('message', async (order: GeneratorCommand) => {
  if (order.kind === 'play') await play(order.seconds);
  else {
    await meetAll(places.filter((place) => place.isNearlyOver));
    report({ kind: 'seated' });
  }
});
// Every connection is closed.
process.on('disconnect', () => process.exit());
