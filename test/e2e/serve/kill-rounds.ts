import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { replayStoredGame } from '../../../src/journal/replay-stored-game.ts';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { type KeptGame, kept, knownTurns, matchingGame } from '../../support/clients/journal-check.ts';
import { dice, type Roll } from '../../support/clients/random.ts';
import { crowd, type Person, type Player } from '../../support/clients/returning-client.ts';
import { WebClient } from '../../support/clients/web.ts';
import { Crowd, WEB_SOCKET } from './client-load.ts';
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
  const roll = dice(seed);
  // A controller of GTP comes back with a game of its own making: src/protocols/gtp/transcripts/comeback.txt.
  const comers = crowd().filter(({ protocol }) => protocol !== 'gtp');
  const town = new Crowd([...comers, ...atThePage()], roll);
  let before = new Map<Person, string[]>();
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
    const told = acknowledged(town, games);
    before = told.waiting;
    const turns = games.reduce((sum, game) => sum + game.turns.length, 0);
    report?.(
      `round ${round}: ${games.length} games, ${turns} turns, ${before.size} seats to come back to; ` +
        `since the last death ${told.turns} turns told, ${told.untold} kept and told to nobody`,
    );
    assert(turns > length, 'nobody has played since the last death');
    length = turns;
  }
}

/** People in browsers, of whom the one plays with everybody and the others with each other. */
const atThePage = (): Person[] =>
  [9, 6, 6].map((size, index) => ({
    name: `tab ${index}`,
    protocol: 'web',
    listener: WEB_SOCKET,
    address: `127.0.2.${index + 1}`,
    size,
    arrive: () => new WebClient({ name: `tab ${index}` }),
  }));

async function start(people: readonly Person[], data: string, durability: string) {
  const onPlainPort: ReadonlySet<string> = new Set(['plain', WEB_SOCKET]);
  const pinned = [...new Set(people.map(({ listener }) => listener))].filter((listener) => !onPlainPort.has(listener));
  const listen = pinned.flatMap((listener) => ['--listen', listener.replace(/^\w+/, '$&://127.0.0.1:0')]);
  const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', durability];
  const tengen = new Tengen('serve', ...options, ...listen);
  const [plain = 0, ...others] = await tengen.ports(1 + pinned.length);
  const ports = new Map([
    ...[...onPlainPort].map((listener) => [listener, plain] as const),
    ...pinned.map((listener, index) => [listener, others[index] ?? 0] as const),
  ]);
  return { tengen, ports };
}

async function playUntilKilled(
  town: Crowd,
  tengen: Tengen,
  ports: ReadonlyMap<string, number>,
  before: ReadonlyMap<Person, readonly string[]>,
  roll: Roll,
): Promise<void> {
  town.isCalm = true;
  town.enter(ports);
  await everybodyIsBack(town, before);
  town.isCalm = false;
  await town.hasTaken(20 + roll(600), PATIENCE);
  await town.outlive(() => tengen.end('SIGKILL'));
  assert.equal(tengen.stderr, '');
}

/** Each must sit at the game that it was told of, with everything in it that it was told. */
async function everybodyIsBack(town: Crowd, before: ReadonlyMap<Person, readonly string[]>): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  const missing = new Map(before);
  for (;;) {
    town.check();
    const clients = town.clients();
    for (const [person, turns] of missing) if (isBack(person, turns, clients.get(person))) missing.delete(person);
    if (missing.size === 0) return;
    if (Date.now() > deadline) {
      const [[person, turns] = []] = missing;
      clients.get(person as Person)?.fail(`${person?.name} is not back at ${turns?.join(' ')}`);
    }
    await delay(5);
  }
}

function isBack({ protocol }: Person, turns: readonly string[], client: Player | undefined): boolean {
  const record = client?.playing;
  // This protocol shows the board only to whoever is on turn.
  if (record === undefined || protocol === 'gomokurs') return record !== undefined;
  const known = knownTurns(record);
  const stones = protocol === 'nu6' || protocol === 'nedap' ? known : known.filter((turn) => turn !== 'pass');
  return turns.every((turn, index) => turn === stones[index]);
}

async function keptGames(data: string): Promise<KeptGame[]> {
  const journal = await openSqliteJournal({ path: data, durability: 'os' });
  const games: KeptGame[] = [];
  const last = await journal.lastGame();
  for (let id = 1; id <= last; id++) {
    const entries = await journal.game(id);
    replayStoredGame(entries);
    games.push(kept(entries));
  }
  await journal.close();
  return games;
}

interface Told {
  /** What everybody knew of a game that is not over. */
  readonly waiting: Map<Person, string[]>;
  /** How many turns anybody was told of since the last death, each as often as it was told. */
  readonly turns: number;
  /** How many turns were kept and told to nobody: the server died in between. */
  readonly untold: number;
}

/** Fails if the database does not know everything that anybody was told, in order and once. */
function acknowledged(town: Crowd, games: readonly KeptGame[]): Told {
  const waiting = new Map<Person, string[]>();
  const longest = new Map<KeptGame, number>();
  const clients = town.clients();
  let told = 0;
  for (const [person, records] of town.records()) {
    const mine = games.filter(
      ({ black, white }) => black.address === person.address || white.address === person.address,
    );
    for (const record of records) {
      const turns = knownTurns(record);
      // Remastered sees a board before there is an opponent.
      if (person.protocol === 'remastered' && turns.length === 0) continue;
      const client = clients.get(person);
      const game = matchingGame(person, record, mine);
      if (game === undefined) throw new Error(`${person.name}: the journal has lost ${turns.join(' ')}\n${record}`);
      told += turns.length;
      if (game.ended !== undefined) continue;
      longest.set(game, Math.max(longest.get(game) ?? 0, turns.length));
      const isToldPasses = person.protocol === 'nu6' || person.protocol === 'nedap';
      if (client?.game === record) waiting.set(person, isToldPasses ? turns : turns.filter((turn) => turn !== 'pass'));
    }
  }
  const untold = [...longest].reduce((sum, [game, known]) => sum + Math.max(0, game.turns.length - known), 0);
  return { waiting, turns: told, untold };
}
