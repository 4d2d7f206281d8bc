import { CgosClient } from '../clients/cgos.ts';
import type { Ending } from '../clients/client.ts';
import { GoClient } from '../clients/go-client.ts';
import { GoRecord } from '../clients/go-record.ts';
import type { GomokuRecord } from '../clients/gomoku-record.ts';
import { GomokursClient } from '../clients/gomokurs.ts';
import { GtpControllerClient } from '../clients/gtp.ts';
import {
  type JournaledGame,
  knownMoves,
  matchingGame,
  seesPasses,
  moveAt,
  hasMoves,
} from '../clients/journal-check.ts';
import { type GameClient, type ReturningClient, TRAITS } from '../clients/returning-client.ts';
import { WebClient } from '../clients/web.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

/** How much of a client's record has been compared with its game in the journal. */
interface Compared {
  readonly record: GoRecord | GomokuRecord;
  readonly game: JournaledGame;
  readonly turns: number;
  /** The number of take-backs so far. */
  readonly earlier: number;
  readonly ending: Ending | undefined;
}

/** Compares the records of one person's clients with the journal. */
export class RecordCheck {
  readonly #person: ReturningClient;
  readonly #disk: SimulatedDisk;
  #own: Compared | undefined;
  readonly #watched = new Map<number, Compared>();

  constructor(person: ReturningClient, disk: SimulatedDisk) {
    this.#person = person;
    this.#disk = disk;
  }

  /** Starts again for a new client of the person. */
  forget(): void {
    this.#own = undefined;
    this.#watched.clear();
  }

  /** Checks that the client has received no event that is not stored. To be called after each received message. */
  check(client: GameClient): void {
    if (client instanceof WebClient) this.#checkWatched(client);
    const { game } = client;
    if (game === undefined || isSame(this.#own, game) || !this.#isAtTable(client)) return;
    this.#own = (seesPasses(this.#person.protocol) && furtherOn(this.#own, game)) || this.#matchingGame(client);
  }

  /** Checks that the client's record is complete and equal to the journal. `boards` has the boards of other clients by game. */
  compare(client: GameClient, boards: Map<unknown, string>): void {
    if (client instanceof WebClient) this.#compareWatched(client);
    const record = client.runningGame;
    if (record === undefined || !this.#isAtTable(client)) return;
    if (client instanceof GtpControllerClient && client.isSettingUp) return;
    const { game } = this.#matchingGame(client);
    // A GTP controller sends no request during its own turn, and the server sends it nothing without a request.
    if (game.ended !== undefined && client instanceof GtpControllerClient) return;
    if (game.ended !== undefined) client.fail('the client was not notified of the end of the game');
    // In Gomokurs and CGOS, the answer to a move is the only message about the player's own stone.
    if (client instanceof GomokursClient || client instanceof CgosClient) return;
    const stones = game.moves.filter((turn) => turn !== 'pass').length;
    const known = knownMoves(record).filter((turn) => turn !== 'pass').length;
    const uncertain = client instanceof GoClient && client.game?.isUncertain;
    if (uncertain) return;
    if (stones !== known) client.fail(`I know ${known} stones of ${stones}\n${record}`);
    const other = boards.get(game);
    if (other !== undefined && other !== `${record}`)
      client.fail(`my board is\n${record}\nand my opponent's\n${other}`);
    boards.set(game, `${record}`);
  }

  /** Whether the client has been notified of a game. In remastered, a client receives a board before it has an opponent. */
  #isAtTable({ game }: GameClient): boolean {
    if (game === undefined) return false;
    return !TRAITS[this.#person.protocol].showsBoardEarly || lengthOf(game) > 0;
  }

  #matchingGame(client: GameClient): Compared {
    const { game: record } = client;
    const games = this.#disk.gamesOf(this.#person.address);
    const game = record && matchingGame(this.#person, record, games);
    if (record !== undefined && game !== undefined) return compared(record, game);
    const known = record === undefined ? '' : `${knownMoves(record).join(' ')}\n${record}`;
    client.fail(
      `the journal does not know of ${known}\nbut of\n${games.map((each) => JSON.stringify(each)).join('\n')}`,
    );
  }

  #checkWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      const before = this.#watched.get(id);
      if (isSame(before, record)) continue;
      const game = this.#disk.kept(id);
      if (furtherOn(before, record) === undefined && !hasMoves(game, knownMoves(record))) {
        client.fail(`the journal does not know of ${knownMoves(record).join(' ')} in game ${id}`);
      }
      this.#watched.set(id, compared(record, game));
    }
  }

  /** Checks that the records of watched games are complete and equal to the journal. */
  #compareWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      const { moves, ended } = this.#disk.kept(id);
      const known = knownMoves(record);
      if (ended !== undefined || moves.join() !== known.join()) client.fail(`game ${id} has become ${moves.join(' ')}`);
    }
  }
}

const lengthOf = (record: GoRecord | GomokuRecord): number =>
  record instanceof GoRecord ? record.moves.length : record.stones.length;

const compared = (record: GoRecord | GomokuRecord, game: JournaledGame): Compared => ({
  record,
  game,
  turns: lengthOf(record),
  earlier: game.earlier.length,
  ending: record.ending,
});

const isSame = (before: Compared | undefined, record: GoRecord | GomokuRecord): boolean =>
  before?.record === record && before.turns === lengthOf(record) && before.ending === record.ending;

/** Continues a comparison after further moves, without comparing the earlier moves again. */
function furtherOn(before: Compared | undefined, record: GoRecord | GomokuRecord): Compared | undefined {
  if (before?.record !== record || !(record instanceof GoRecord) || record.ending !== undefined) return undefined;
  const { game, turns, earlier } = before;
  if (game.earlier.length !== earlier) return undefined;
  for (let index = turns; index < record.moves.length; index++) {
    if (game.moves[index] === undefined || game.moves[index] !== moveAt(record, index)) return undefined;
  }
  return compared(record, game);
}
