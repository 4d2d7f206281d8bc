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
import { type RandomInt, seededRandomInt } from '../../support/clients/random.ts';
import { type GameClient, type ReturningClient, TRAITS } from '../../support/clients/returning-client.ts';
import { ClientLoad, listenOptions, loadClients, openPorts } from './client-load.ts';
import { Tengen } from './server-process.ts';

export interface KillOptions {
  readonly seed: number;
  readonly rounds: number;
  /** The path of the journal. */
  readonly data: string;
  readonly durability: 'disk' | 'os';
  readonly report?: (round: string) => void;
}

/** Milliseconds in which all clients must reconnect and play on. A busy machine needs much less. */
const TIMEOUT = 120_000;

/**
 * Plays games between all protocols on a real server. In each round the server is killed at a random moment and started
 * again with the same database. The database must contain everything that a client received, and each client must find
 * its game again.
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
    const received = checkReceivedEvents(load, games);
    before = received.unfinished;
    const moves = games.reduce((sum, game) => sum + game.moves.length, 0);
    report?.(
      `round ${round}: ${games.length} games, ${moves} moves, ${before.size} seats in unfinished games; ` +
        `since the last kill, clients received ${received.moves} moves, and ${received.unreported} stored moves reached no client`,
    );
    assert(moves > length, 'no move was stored since the last kill');
    length = moves;
  }
}

async function start(clients: readonly ReturningClient[], data: string, durability: string) {
  const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', durability];
  const tengen = new Tengen('serve', ...options, ...listenOptions(clients));
  return { tengen, ports: await openPorts(tengen, clients) };
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

/** Waits until each player is in its game again and knows at least the moves that it knew before. */
async function waitForReturns(
  load: ClientLoad,
  before: ReadonlyMap<ReturningClient, readonly string[]>,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT;
  const missing = new Map(before);
  for (;;) {
    load.check();
    const clients = load.clients();
    for (const [player, moves] of missing) if (hasReturned(player, moves, clients.get(player))) missing.delete(player);
    if (missing.size === 0) return;
    if (Date.now() > deadline) {
      const [[player, moves] = []] = missing;
      clients.get(player as ReturningClient)?.fail(`${player?.name} is not in its game again: ${moves?.join(' ')}`);
    }
    await delay(5);
  }
}

function hasReturned({ protocol }: ReturningClient, moves: readonly string[], client: GameClient | undefined): boolean {
  const record = client?.runningGame;
  // A controller that is to move reconnects with its move. It makes none until all clients have returned.
  if (client instanceof GtpControllerClient) return true;
  // In this protocol, only the player to move sees the board.
  if (record === undefined || protocol === 'gomokurs') return record !== undefined;
  const known = knownMoves(record);
  const stones = seesPasses(protocol) ? known : known.filter((move) => move !== 'pass');
  return moves.every((move, index) => move === stones[index]);
}

/** The server may refuse to continue a controller's unfinished game only if the opponent has ended the game in the meantime. */
function checkControllers(
  load: ClientLoad,
  games: readonly JournaledGame[],
  before: ReadonlyMap<ReturningClient, readonly string[]>,
): void {
  for (const [player, client] of load.clients()) {
    const moves = before.get(player);
    if (!(client instanceof GtpControllerClient) || !client.hasLostGame || moves === undefined) continue;
    const game = games.findLast(
      (each) => hasSeat(player, each) && moves.every((move, index) => each.moves[index] === move),
    );
    const color = game?.black.address === player.address ? 'black' : 'white';
    if (game?.ended === undefined || game.ended.winner !== color)
      client.fail(`${player.name} could not continue ${moves.join(' ')}`);
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
  /** The moves of its unfinished game that each player knew. */
  readonly unfinished: Map<ReturningClient, string[]>;
  /** How many moves clients have received since the last kill. A move that several clients received counts several times. */
  readonly moves: number;
  /** How many stored moves no client has received: the server was killed in between. */
  readonly unreported: number;
}

/** Fails unless the database has every move that a client received, in order and once. */
function checkReceivedEvents(load: ClientLoad, games: readonly JournaledGame[]): ReceivedEvents {
  const unfinished = new Map<ReturningClient, string[]>();
  const longest = new Map<JournaledGame, number>();
  const clients = load.clients();
  let received = 0;
  for (const [player, records] of load.records()) {
    const ownGames = games.filter((game) => hasSeat(player, game));
    for (const record of records) {
      const moves = knownMoves(record);
      // These clients see a board before there is an opponent.
      if (TRAITS[player.protocol].showsBoardEarly && moves.length === 0) continue;
      const client = clients.get(player);
      const game = matchingGame(player, record, ownGames);
      if (game === undefined) throw new Error(`${player.name}: the journal has lost ${moves.join(' ')}\n${record}`);
      received += moves.length;
      if (game.ended !== undefined) continue;
      longest.set(game, Math.max(longest.get(game) ?? 0, moves.length));
      if (client?.game === record)
        unfinished.set(player, seesPasses(player.protocol) ? moves : moves.filter((move) => move !== 'pass'));
    }
  }
  const unreported = [...longest].reduce((sum, [game, known]) => sum + Math.max(0, game.moves.length - known), 0);
  return { unfinished, moves: received, unreported };
}
