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
import { ClientLoad, listenOptions, openPorts, loadClients } from './client-load.ts';
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
const TIMEOUT = 120_000;

/**
 * Plays games between all protocols on a real server, kills it at a random moment, and starts it again on the same
 * database, over and over. After each death the database must have everything that anybody was told, and everybody must
 * find the game again.
 */
export async function killRounds({ seed, rounds, data, durability, report }: KillOptions): Promise<void> {
  const randomInt = seededRandomInt(seed);
  const load = new ClientLoad(loadClients(), randomInt);
  let before = new Map<ReturningClient, string[]>();
  let length = 0;
  for (let round = 1; round <= rounds; round++) {
    const { tengen, ports } = await start(load.players, data, durability);
    try {
      await playUntilKilled(load, tengen, ports, before, randomInt);
    } finally {
      load.close();
      await tengen.end('SIGKILL');
    }
    const games = await readStoredGames(data);
    checkControllers(load, games, before);
    const told = checkReceivedEvents(load, games);
    before = told.waiting;
    const turns = games.reduce((sum, game) => sum + game.moves.length, 0);
    report?.(
      `round ${round}: ${games.length} games, ${turns} turns, ${before.size} seats to come back to; ` +
        `since the last death ${told.turns} turns told, ${told.unreported} kept and told to nobody`,
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
  load: ClientLoad,
  tengen: Tengen,
  ports: ReadonlyMap<string, number>,
  before: ReadonlyMap<ReturningClient, readonly string[]>,
  randomInt: RandomInt,
): Promise<void> {
  load.isPaused = true;
  load.start(() => ({ ports }));
  await waitForReturns(load, before);
  load.isPaused = false;
  await load.waitForMoves(20 + randomInt(600), TIMEOUT);
  await load.killServer(() => tengen.end('SIGKILL'));
  assert.equal(tengen.stderr, '');
}

/** Each must sit at the game that it was told of, with everything in it that it was told. */
async function waitForReturns(
  load: ClientLoad,
  before: ReadonlyMap<ReturningClient, readonly string[]>,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT;
  const missing = new Map(before);
  for (;;) {
    load.check();
    const clients = load.clients();
    for (const [player, turns] of missing) if (hasReturned(player, turns, clients.get(player))) missing.delete(player);
    if (missing.size === 0) return;
    if (Date.now() > deadline) {
      const [[player, turns] = []] = missing;
      clients.get(player as ReturningClient)?.fail(`${player?.name} is not back at ${turns?.join(' ')}`);
    }
    await delay(5);
  }
}

function hasReturned({ protocol }: ReturningClient, turns: readonly string[], client: GameClient | undefined): boolean {
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
function checkControllers(
  load: ClientLoad,
  games: readonly JournaledGame[],
  before: ReadonlyMap<ReturningClient, readonly string[]>,
): void {
  for (const [player, client] of load.clients()) {
    const turns = before.get(player);
    if (!(client instanceof GtpControllerClient) || !client.hasLostGame || turns === undefined) continue;
    const game = games.findLast(
      (each) => hasSeat(player, each) && turns.every((turn, index) => each.moves[index] === turn),
    );
    const color = game?.black.address === player.address ? 'black' : 'white';
    if (game?.ended === undefined || game.ended.winner !== color)
      client.fail(`${player.name} could not go on at ${turns.join(' ')}`);
  }
}

const hasSeat = ({ address }: ReturningClient, { black, white }: JournaledGame): boolean =>
  black.address === address || white.address === address;

async function readStoredGames(data: string): Promise<JournaledGame[]> {
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

interface ReceivedEvents {
  /** What everybody knew of a game that is not over. */
  readonly waiting: Map<ReturningClient, string[]>;
  /** How many turns anybody was told of since the last death, each as often as it was told. */
  readonly turns: number;
  /** How many turns were kept and told to nobody: the server died in between. */
  readonly unreported: number;
}

/** Fails if the database does not know everything that anybody was told, in order and once. */
function checkReceivedEvents(load: ClientLoad, games: readonly JournaledGame[]): ReceivedEvents {
  const waiting = new Map<ReturningClient, string[]>();
  const longest = new Map<JournaledGame, number>();
  const clients = load.clients();
  let told = 0;
  for (const [player, records] of load.records()) {
    const mine = games.filter((game) => hasSeat(player, game));
    for (const record of records) {
      const turns = knownMoves(record);
      // They see a board before there is an opponent.
      if (TRAITS[player.protocol].showsBoardEarly && turns.length === 0) continue;
      const client = clients.get(player);
      const game = matchingGame(player, record, mine);
      if (game === undefined) throw new Error(`${player.name}: the journal has lost ${turns.join(' ')}\n${record}`);
      told += turns.length;
      if (game.ended !== undefined) continue;
      longest.set(game, Math.max(longest.get(game) ?? 0, turns.length));
      if (client?.game === record)
        waiting.set(player, seesPasses(player.protocol) ? turns : turns.filter((turn) => turn !== 'pass'));
    }
  }
  const untold = [...longest].reduce((sum, [game, known]) => sum + Math.max(0, game.moves.length - known), 0);
  return { waiting, turns: told, unreported: untold };
}
