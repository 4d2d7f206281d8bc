import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Spread, spreadOf } from './race.ts';
import type { Figure, Measure, MeasuredSection } from './section.ts';
import { type Contestant, startCRelay, startRelay, startTengen } from './server/contestant.ts';
import { Load, type Played } from './server/load.ts';
import { MAIN, MEASURED } from './server/measured.ts';

const ROUNDS = 5;
/** Of one contestant's turn in a round. */
const SECONDS = 0.6;
/** Of its turns before, in which its code is compiled: a server runs for weeks. Nobody may be silent for all of them at once. */
const WARMING_UP = [1, 1, 1];

const CROWDS = [
  { connections: 100, kept: 0.6 },
  { connections: 1000, kept: 0.75 },
] as const;

/** What one contestant's turn came to. */
interface Turn extends Played {
  /** Of the processor, in microseconds a move. */
  readonly cost: number | undefined;
}

interface Entrant {
  readonly contestant: Contestant;
  readonly load: Load;
  readonly turns: Turn[];
}

async function takeTurn({ contestant, load, turns }: Entrant, seconds = SECONDS): Promise<void> {
  const before = contestant.processorTime;
  const played = await load.play(seconds);
  const after = contestant.processorTime;
  const cost = before === undefined || after === undefined ? undefined : (after - before) / played.moves;
  turns.push({ ...played, cost });
  await load.renew();
  await contestant.rest();
}

/** Round by round, each in its turn, and the order goes round, too; by name. */
async function compete(
  protocol: string,
  connections: number,
  contestants: Readonly<Record<string, Contestant>>,
): Promise<Readonly<Record<string, readonly Turn[]>>> {
  const entrants: [string, Entrant][] = [];
  for (const [name, contestant] of Object.entries(contestants)) {
    const load = await Load.open({ protocol, connections, port: contestant.port, isRelay: name.includes('relay') });
    entrants.push([name, { contestant, load, turns: [] }]);
  }
  for (const seconds of WARMING_UP) for (const [, entrant] of entrants) await takeTurn(entrant, seconds);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < entrants.length; turn++) await takeTurn(entrants[(round + turn) % entrants.length]![1]);
  }
  for (const [, { load }] of entrants) await load.close();
  return Object.fromEntries(entrants.map(([name, { turns }]) => [name, turns.slice(WARMING_UP.length)]));
}

/** One's turn by the relay's of the same round. */
const ratio = (one: readonly Turn[], relay: readonly Turn[], of: (turn: Turn) => number): Spread =>
  spreadOf(one.map((turn, round) => of(turn) / of(relay[round]!)));

const middle = (turns: readonly Turn[], of: (turn: Turn) => number): number => spreadOf(turns.map(of)).median;
const rate = ({ movesPerSecond }: Turn): number => movesPerSecond;
const p99 = (turn: Turn): number => turn.p99;
const cost = (turn: Turn): number => turn.cost ?? Number.NaN;

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function figuresOf(
  what: string,
  own: readonly Turn[],
  relay: readonly Turn[],
  goals: readonly [number, number],
): Figure[] {
  const [atLeast, atMost] = goals;
  const moves = `${whole(middle(own, rate))} moves a second, there ${whole(middle(relay, rate))}`;
  const times = `${middle(own, p99).toFixed(1)} ms, there ${middle(relay, p99).toFixed(1)}`;
  const figures: Figure[] = [
    { what, against: 'the relay, in moves', value: ratio(own, relay, rate), goal: { atLeast }, note: moves },
    { what, against: 'the relay, in p99', value: ratio(own, relay, p99), goal: { atMost }, note: times },
  ];
  if (own[0]?.cost === undefined) return figures;
  const spent = `${middle(own, cost).toFixed(0)} µs a move, there ${middle(relay, cost).toFixed(0)}`;
  return [
    ...figures,
    { what, against: 'the relay, in time of the processor', value: ratio(own, relay, cost), note: spent },
  ];
}

async function measureProtocol(protocol: string, folder: string, say: (figure: Figure) => void): Promise<void> {
  for (const { connections, kept } of CROWDS) {
    const inC = protocol === MAIN ? await startCRelay(folder) : undefined;
    const contestants = {
      relay: await startRelay(protocol),
      memory: await startTengen(protocol, 'none', folder),
      disk: await startTengen(protocol, 'disk', folder),
      ...(inC === undefined ? {} : { 'relay in C': inC }),
    };
    const { relay, memory, disk, 'relay in C': c } = await compete(protocol, connections, contestants);
    for (const contestant of Object.values(contestants)) await contestant.end();
    const at = `${protocol}, ${whole(connections)} connections`;
    for (const figure of figuresOf(`${at}, memory`, memory!, relay!, [0.9, 1.5])) say(figure);
    for (const figure of figuresOf(`${at}, on disk`, disk!, relay!, [kept, 3])) say(figure);
    if (c === undefined) continue;
    const note = `${middle(c, cost).toFixed(1)} µs a move`;
    say({
      what: `${at}, a relay in C`,
      against: 'the relay, in time of the processor',
      value: ratio(c, relay!, cost),
      note,
    });
  }
}

const measure: Measure = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-bench-'));
  try {
    for (const protocol of MEASURED) await measureProtocol(protocol, folder, say);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const server: MeasuredSection = {
  title: 'The server',
  method: [
    'Pairs of clients in a process of their own play recorded legal games of 250 stones on 19x19, as fast as they are' +
      ' answered. The next stone is sent when both players have received every byte that their protocol sends for the ' +
      'last one, polls and acknowledgements included. After the end of a game, the next one is played on new connections.',
    'The relay is a minimal Node server. It splits lines or frames, knows which two clients play together, knows no ' +
      'rules, and sends as many messages as the protocol does. "On disk" means SQLite with a sync for every commit, ' +
      'before the players are told. p99 is the 99th percentile of the time from a stone to the moment when all players ' +
      'have been told. Processor time is that of all threads of the server. The clients share the machine with the ' +
      'server; if the clients are the bottleneck, processor time says more than moves per second.',
  ],
  measure,
};
