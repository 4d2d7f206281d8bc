import { CgosClient } from '../clients/cgos.ts';
import type { Ending } from '../clients/client.ts';
import { GoClient } from '../clients/go-client.ts';
import { GoRecord } from '../clients/go-record.ts';
import type { GomokuRecord } from '../clients/gomoku-record.ts';
import { GomokursClient } from '../clients/gomokurs.ts';
import { GtpControllerClient } from '../clients/gtp.ts';
import {
  hasMoves,
  type JournaledGame,
  knownMoves,
  matchingGame,
  moveAt,
  seesPasses,
} from '../clients/journal-check.ts';
import { type GameClient, type ReturningClient, TRAITS } from '../clients/returning-client.ts';
import { WebClient } from '../clients/web.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

/** How much of a client's record has been compared with its game in the journal. */
interface Compared {
  readonly record: GoRecord | GomokuRecord;
  readonly game: JournaledGame;
  readonly moveCount: number;
  /** The number of take-backs so far. */
  readonly takeBacks: number;
  readonly ending: Ending | undefined;
}

/** Compares the records of one person's clients with the journal. */
export class RecordCheck {
  readonly #player: ReturningClient;
  readonly #disk: SimulatedDisk;
  #own: Compared | undefined;
  readonly #watched = new Map<number, Compared>();

  constructor(player: ReturningClient, disk: SimulatedDisk) {
    this.#player = player;
    this.#disk = disk;
  }

  /** Starts again for a new client of the player. */
  reset(): void {
    this.#own = undefined;
    this.#watched.clear();
  }

  /** Checks that the client has received no event that is not stored. To be called after each received message. */
  check(client: GameClient): void {
    if (client instanceof WebClient) this.#checkWatched(client);
    const { game } = client;
    if (game === undefined || isSame(this.#own, game) || !this.#hasSharedGame(client)) return;
    this.#own = (seesPasses(this.#player.protocol) && continued(this.#own, game)) || this.#matchingGame(client);
  }

  /** Checks that the client's record is complete and equal to the journal. `boards` has the boards of other clients by game. */
  compare(client: GameClient, boards: Map<unknown, string>): void {
    if (client instanceof WebClient) this.#compareWatched(client);
    const record = client.runningGame;
    if (record === undefined || !this.#hasSharedGame(client)) return;
    if (client instanceof GtpControllerClient && client.isSettingUp) return;
    const { game } = this.#matchingGame(client);
    // A GTP controller sends no request during its own turn, and the server sends it nothing without a request.
    if (game.ended !== undefined && client instanceof GtpControllerClient) return;
    if (game.ended !== undefined) client.fail('the client was not notified of the end of the game');
    // In Gomokurs and CGOS, the answer to a move is the only message about the player's own stone.
    if (client instanceof GomokursClient || client instanceof CgosClient) return;
    const stones = game.moves.filter((move) => move !== 'pass').length;
    const known = knownMoves(record).filter((move) => move !== 'pass').length;
    const uncertain = client instanceof GoClient && client.game?.isUncertain;
    if (uncertain) return;
    if (stones !== known) client.fail(`the client knows ${known} of ${stones} stones\n${record}`);
    const other = boards.get(game);
    if (other !== undefined && other !== `${record}`)
      client.fail(`the client's board is\n${record}\nand its opponent's\n${other}`);
    boards.set(game, `${record}`);
  }

  /** Whether the client has a game with an opponent. In some protocols, a client receives a board before it has an opponent. */
  #hasSharedGame({ game }: GameClient): boolean {
    if (game === undefined) return false;
    return !TRAITS[this.#player.protocol].showsBoardEarly || moveCountOf(game) > 0;
  }

  #matchingGame(client: GameClient): Compared {
    const { game: record } = client;
    const games = this.#disk.gamesOf(this.#player.address);
    const game = record && matchingGame(this.#player, record, games);
    if (record !== undefined && game !== undefined) return compared(record, game);
    const known = record === undefined ? '' : `${knownMoves(record).join(' ')}\n${record}`;
    client.fail(
      `no game in the journal has these moves: ${known}\nthe games are\n${games.map((each) => JSON.stringify(each)).join('\n')}`,
    );
  }

  #checkWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      const before = this.#watched.get(id);
      if (isSame(before, record)) continue;
      const game = this.#disk.storedGame(id);
      if (continued(before, record) === undefined && !hasMoves(game, knownMoves(record))) {
        client.fail(`game ${id} in the journal does not have the moves ${knownMoves(record).join(' ')}`);
      }
      this.#watched.set(id, compared(record, game));
    }
  }

  /** Checks that the records of watched games are complete and equal to the journal. */
  #compareWatched(client: WebClient): void {
    for (const [id, { record }] of client.watched) {
      const { moves, ended } = this.#disk.storedGame(id);
      const known = knownMoves(record);
      if (ended !== undefined || moves.join() !== known.join())
        client.fail(`the client does not know the end or all moves of game ${id}: ${moves.join(' ')}`);
    }
  }
}

const moveCountOf = (record: GoRecord | GomokuRecord): number =>
  record instanceof GoRecord ? record.moves.length : record.stones.length;

const compared = (record: GoRecord | GomokuRecord, game: JournaledGame): Compared => ({
  record,
  game,
  moveCount: moveCountOf(record),
  takeBacks: game.earlier.length,
  ending: record.ending,
});

const isSame = (before: Compared | undefined, record: GoRecord | GomokuRecord): boolean =>
  before?.record === record && before.moveCount === moveCountOf(record) && before.ending === record.ending;

/** Continues a comparison after further moves, without comparing the earlier moves again. */
function continued(before: Compared | undefined, record: GoRecord | GomokuRecord): Compared | undefined {
  if (before?.record !== record || !(record instanceof GoRecord) || record.ending !== undefined) return undefined;
  const { game, moveCount, takeBacks } = before;
  if (game.earlier.length !== takeBacks) return undefined;
  for (let index = moveCount; index < record.moves.length; index++) {
    if (game.moves[index] === undefined || game.moves[index] !== moveAt(record, index)) return undefined;
  }
  return compared(record, game);
}
