import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { dice, type Roll } from '../clients/dice.ts';
import { crowd, type Person, type Player } from '../clients/person.ts';
import { type KeptGame, kept, knownTurns, witness } from '../clients/witness.ts';
import { Crowd } from './crowd.ts';
import { Tengen } from './process.ts';

export interface KillOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Where the database is. */
  readonly data: string;
  readonly durability: 'disk' | 'os';
  readonly report?: (round: string) => void;
}

/** Milliseconds within which everybody must be back. */
const PATIENCE = 30_000;

/**
 * Plays games between all protocols on a real server, kills it at a random moment, and starts it again on the same
 * database, over and over. After each death the database must have everything that anybody was told, and everybody must
 * find the game again.
 */
export async function killRounds({ seed, rounds, data, durability, report }: KillOptions): Promise<void> {
  const roll = dice(seed);
  const town = new Crowd(crowd(), roll);
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
    before = acknowledged(town.clients(), games);
    const turns = games.reduce((sum, game) => sum + game.turns.length, 0);
    report?.(`round ${round}: ${games.length} games, ${turns} turns, ${before.size} seats to come back to`);
    assert(turns > length, 'nobody has played since the last death');
    length = turns;
  }
}

async function start(people: readonly Person[], data: string, durability: string) {
  const pinned = [...new Set(people.map(({ listener }) => listener))].filter((listener) => listener !== 'plain');
  const listen = pinned.flatMap((listener) => ['--listen', listener.replace(/^\w+/, '$&://127.0.0.1:0')]);
  const options = ['--port', '0', '--log-level', 'error', '--data', data, '--durability', durability];
  const tengen = new Tengen('serve', ...options, ...listen);
  const [plain = 0, ...others] = await tengen.ports(1 + pinned.length);
  const ports = new Map([
    ['plain', plain],
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
  for (let id = 1; id <= last; id++) games.push(kept(await journal.game(id)));
  await journal.close();
  return games;
}

/** What everybody knew of a game that is not over; fails if the database does not know it too. */
function acknowledged(clients: ReadonlyMap<Person, Player>, games: readonly KeptGame[]): Map<Person, string[]> {
  const waiting = new Map<Person, string[]>();
  for (const [person, client] of clients) {
    const record = client.game;
    if (record === undefined) continue;
    const turns = knownTurns(record);
    // Remastered sees a board before there is an opponent.
    if (person.protocol === 'remastered' && turns.length === 0) continue;
    const mine = games.filter(
      ({ black, white }) => black.address === person.address || white.address === person.address,
    );
    const game = witness(person, record, mine) ?? client.fail(`the journal has lost ${turns.join(' ')}\n${record}`);
    const told = person.protocol === 'nu6' || person.protocol === 'nedap';
    if (game.ended === undefined) waiting.set(person, told ? turns : turns.filter((turn) => turn !== 'pass'));
  }
  return waiting;
}
