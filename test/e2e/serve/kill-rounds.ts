import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { replayStoredGame } from '../../../src/journal/replay-stored-game.ts';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { GtpControllerClient } from '../../support/clients/gtp.ts';
import {
  type JournaledGame,
  journaledGame,
  knownMoves,
  matchingGame,
  seesPasses,
} from '../../support/clients/journal-check.ts';
import { seededRandomInt, type RandomInt } from '../../support/clients/random.ts';
import { type GameClient, type ReturningClient, TRAITS } from '../../support/clients/returning-client.ts';
import { Crowd, listenOptions, openPorts, people } from './client-load.ts';
import { Tengen } from './server-process.ts';

export interface KillOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Where the database is. */
  readonly data: string;
  readonly durability: 'disk' | 'os';
  readonly report?: (round: string) => void;
}

/** Milliseconds within which everybody must be back, and play on: far more than a busy machine takes. */
const PATIENCE = 120_000;

/**
 * Plays games between all protocols on a real server, kills it at a random moment, and starts it again on the same
 * database, over and over. After each death the database must have everything that anybody was told, and everybody must
 * find the game again.
 */
export async function killRounds({ seed, rounds, data, durability, report }: KillOptions): Promise<void> {
  const roll = seededRandomInt(seed);
  const town = new Crowd(people(), roll);
  let before = new Map<ReturningClient, string[]>();
  let length = 0;
  for (let round = 1; round <= rounds; round++) {
    const { tengen, ports } = await start(town.people, data, durability);
    try {
      await playUntilKilled(town, tengen, ports, before, roll);
    } finally {
      town.leave();
      await tengen.end('SIGKILL');
    }
    const games = await keptGames(data);
    noControllerLostItsGame(town, games, before);
    const told = acknowledged(town, games);
    before = told.waiting;
    const turns = games.reduce((sum, game) => sum + game.moves.length, 0);
    report?.(
      `round ${round}: ${games.length} games, ${turns} turns, ${before.size} seats to come back to; ` +
        `since the last death ${told.turns} turns told, ${told.untold} kept and told to nobody`,
    );
    assert(turns > length, 'nobody has played since the last death');
    length = turns;
  }
}

async function start(some: readonly ReturningClient[], data: string, durability: string) {
  const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', durability];
  const tengen = new Tengen('serve', ...options, ...listenOptions(some));
  return { tengen, ports: await openPorts(tengen, some) };
}

async function playUntilKilled(
  town: Crowd,
  tengen: Tengen,
  ports: ReadonlyMap<string, number>,
  before: ReadonlyMap<ReturningClient, readonly string[]>,
  roll: RandomInt,
): Promise<void> {
  town.isCalm = true;
  town.enter(() => ({ ports }));
  await everybodyIsBack(town, before);
  town.isCalm = false;
  await town.hasTaken(20 + roll(600), PATIENCE);
  await town.outlive(() => tengen.end('SIGKILL'));
  assert.equal(tengen.stderr, '');
}

/** Each must sit at the game that it was told of, with everything in it that it was told. */
async function everybodyIsBack(town: Crowd, before: ReadonlyMap<ReturningClient, readonly string[]>): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  const missing = new Map(before);
  for (;;) {
    town.check();
    const clients = town.clients();
    for (const [person, turns] of missing) if (isBack(person, turns, clients.get(person))) missing.delete(person);
    if (missing.size === 0) return;
    if (Date.now() > deadline) {
      const [[person, turns] = []] = missing;
      clients.get(person as ReturningClient)?.fail(`${person?.name} is not back at ${turns?.join(' ')}`);
    }
    await delay(5);
  }
}

function isBack({ protocol }: ReturningClient, turns: readonly string[], client: GameClient | undefined): boolean {
  const record = client?.runningGame;
  // A controller on turn comes back with its move, and it takes none before all are back.
  if (client instanceof GtpControllerClient) return true;
  // This protocol shows the board only to whoever is on turn.
  if (record === undefined || protocol === 'gomokurs') return record !== undefined;
  const known = knownMoves(record);
  const stones = seesPasses(protocol) ? known : known.filter((turn) => turn !== 'pass');
  return turns.every((turn, index) => turn === stones[index]);
}

/** A controller whose game had not ended may be refused to go on with it only if its opponent has ended it since. */
function noControllerLostItsGame(
  town: Crowd,
  games: readonly JournaledGame[],
  before: ReadonlyMap<ReturningClient, readonly string[]>,
): void {
  for (const [person, client] of town.clients()) {
    const turns = before.get(person);
    if (!(client instanceof GtpControllerClient) || !client.hasLostGame || turns === undefined) continue;
    const game = games.findLast(
      (each) => sits(person, each) && turns.every((turn, index) => each.moves[index] === turn),
    );
    const color = game?.black.address === person.address ? 'black' : 'white';
    if (game?.ended === undefined || game.ended.winner !== color)
      client.fail(`${person.name} could not go on at ${turns.join(' ')}`);
  }
}

const sits = ({ address }: ReturningClient, { black, white }: JournaledGame): boolean =>
  black.address === address || white.address === address;

async function keptGames(data: string): Promise<JournaledGame[]> {
  const journal = await openSqliteJournal({ path: data, durability: 'os' });
  const games: JournaledGame[] = [];
  const last = await journal.lastGame();
  for (let id = 1; id <= last; id++) {
    const entries = await journal.game(id);
    replayStoredGame(entries);
    games.push(journaledGame(entries));
  }
  await journal.close();
  return games;
}

interface Told {
  /** What everybody knew of a game that is not over. */
  readonly waiting: Map<ReturningClient, string[]>;
  /** How many turns anybody was told of since the last death, each as often as it was told. */
  readonly turns: number;
  /** How many turns were kept and told to nobody: the server died in between. */
  readonly untold: number;
}

/** Fails if the database does not know everything that anybody was told, in order and once. */
function acknowledged(town: Crowd, games: readonly JournaledGame[]): Told {
  const waiting = new Map<ReturningClient, string[]>();
  const longest = new Map<JournaledGame, number>();
  const clients = town.clients();
  let told = 0;
  for (const [person, records] of town.records()) {
    const mine = games.filter((game) => sits(person, game));
    for (const record of records) {
      const turns = knownMoves(record);
      // They see a board before there is an opponent.
      if (TRAITS[person.protocol].showsBoardEarly && turns.length === 0) continue;
      const client = clients.get(person);
      const game = matchingGame(person, record, mine);
      if (game === undefined) throw new Error(`${person.name}: the journal has lost ${turns.join(' ')}\n${record}`);
      told += turns.length;
      if (game.ended !== undefined) continue;
      longest.set(game, Math.max(longest.get(game) ?? 0, turns.length));
      if (client?.game === record)
        waiting.set(person, seesPasses(person.protocol) ? turns : turns.filter((turn) => turn !== 'pass'));
    }
  }
  const untold = [...longest].reduce((sum, [game, known]) => sum + Math.max(0, game.moves.length - known), 0);
  return { waiting, turns: told, untold };
}
