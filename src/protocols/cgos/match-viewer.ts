import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { DirectoryCursor, ListedGame } from '../../lobby/directory/directory.ts';
import type { ClocksView } from '../../lobby/games/game-clocks.ts';
import type { GameId, Move } from '../../lobby/games/game-event.ts';
import type { GameView, MovesCursor, SpectatorUpdate } from '../../lobby/games/game-view.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import type { ArchivedGame, ArchiveSearchResult } from '../api/resource-schemas.ts';
import type { ArchiveQuestion, ArchiveReply } from '../server-session-types.ts';
import { finishedMatch, finishedSetup, isShowableGame } from './finished-game-messages.ts';
import { endTexts } from './gameover-texts.ts';
import { LARGEST_SIZE } from './listener-settings.ts';
import { mainTime } from './main-time.ts';
import { makeRatedName } from './make-rated-name.ts';
import { type ViewerServerMessage, viewerMessages } from './messages.ts';

/** The number of finished games in the first list for a viewer. */
const MAX_FINISHED = 40;
/** The number of finished games that are read from the archive at once. */
const PAGE_SIZE = 100;

/** The maximum number of games that a viewer observes at once. One more ends the oldest observation. */
const MAX_OBSERVED = 50;

interface ViewerLink {
  ask(command: Command, onAnswer: (answer: CommandAnswer) => void): void;
  lookUp(question: ArchiveQuestion, onFound: (reply: ArchiveReply) => void): void;
  send(message: ViewerServerMessage): void;
}

interface ObservedGame {
  readonly size: BoardSize;
  clock: ClocksView | undefined;
}

/**
 * A client without a name that views games. It gets the list of games, each begin and end, and the moves of the games that it
 * observes.
 */
export class MatchViewer {
  readonly #link: ViewerLink;
  /** The running games that were sent to the client. */
  readonly #listed = new Set<GameId>();
  readonly #observed = new Map<GameId, ObservedGame>();

  constructor(link: ViewerLink) {
    this.#link = link;
  }

  /**
   * Sends the last finished games, the oldest first, and then the running games. `known`: the newest finished games, which
   * were read already.
   */
  begin(known: readonly ArchivedGame[] = [], before?: GameId): void {
    const question = { kind: 'games', limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) } as const;
    this.#link.lookUp(question, (reply) => {
      const { games, next }: ArchiveSearchResult = reply.kind === 'games' ? reply.found : { games: [] };
      const finished = [...known, ...games.filter(isShowableGame)].slice(0, MAX_FINISHED);
      if (next !== undefined && finished.length < MAX_FINISHED) this.begin(finished, next);
      else {
        for (const game of finished.reverse()) this.#link.send(finishedMatch(game));
        this.#listRunning();
      }
    });
  }

  #listRunning(after?: DirectoryCursor): void {
    this.#link.ask({ kind: 'observe', ...(after === undefined ? {} : { after }) }, (answer) => {
      if (answer.kind !== 'directory') return;
      for (const game of answer.directory.games) this.#list(game);
      if (answer.next !== undefined) this.#listRunning(answer.next);
    });
  }

  /** Handles a line of the client. All lines except `observe` are ignored. */
  receiveLine(line: string): void {
    const read = viewerMessages.read(line);
    if (read.ok && read.value.kind === 'observe') this.#observe(read.value.game);
  }

  notify(notice: Notice): void {
    if (notice.kind === 'spectator-update') this.#onUpdate(notice.game, notice.update);
    if (notice.kind !== 'directory') return;
    for (const change of notice.changes) {
      if (change.kind === 'game-started') this.#list(change.game);
      else if (change.kind === 'game-ended' && this.#listed.delete(change.game) && change.end !== undefined) {
        const { used } = change.end;
        const { result } = endTexts(change.end);
        this.#link.send({ kind: 'gameover', game: change.game, result, white: used.white, black: used.black });
      }
    }
  }

  #list(game: ListedGame): void {
    const { parameters } = game;
    if (this.#listed.has(game.game) || !isShowable(game)) return;
    this.#listed.add(game.game);
    const unknown = { date: '-', time: '-', result: '-' };
    const komi = parameters.game === 'go' ? parameters.komi : 0;
    this.#link.send({ kind: 'match', game: game.game, ...unknown, size: parameters.size, komi, ...playersOf(game) });
  }

  #observe(id: GameId, after?: MovesCursor, earlier: Earlier = NOTHING_EARLIER): void {
    this.#link.ask({ kind: 'watch', game: id, ...(after === undefined ? {} : { after }) }, (answer) => {
      if (answer.kind === 'moves') {
        const { first, moves, next } = answer.earlier;
        this.#observe(id, next, first === 0 ? moves : [...earlier, ...moves]);
      } else if (answer.kind === 'watching' && isShowable(answer.view)) {
        this.#makeRoom(id);
        this.#observed.set(id, { size: square(answer.view.parameters.size), clock: answer.view.clock });
        this.#setUp(answer.view, answer.view.earlier === 0 ? [] : earlier);
      } else if (answer.kind === 'watching') {
        this.#link.send({ kind: 'unknown', game: id });
        this.#link.ask({ kind: 'unwatch', game: id }, () => {});
      } else this.#sendFinished(id);
    });
  }

  #sendFinished(id: GameId): void {
    this.#link.lookUp({ kind: 'game', game: id }, (reply) => {
      const isShown = reply.kind === 'game' && isShowableGame(reply.game);
      this.#link.send(isShown ? finishedSetup(reply.game) : { kind: 'unknown', game: id });
    });
  }

  #makeRoom(id: GameId): void {
    const [oldest] = this.#observed.keys();
    if (oldest === undefined || this.#observed.has(id) || this.#observed.size < MAX_OBSERVED) return;
    this.#observed.delete(oldest);
    this.#link.ask({ kind: 'unwatch', game: oldest }, () => {});
  }

  #setUp(view: GameView, earlier: Earlier): void {
    const { parameters, timesLeft = [] } = view;
    if (parameters.game !== 'go') return;
    const size = square(parameters.size);
    const main = mainTime(parameters.time);
    // The lobby does not send the times of a long game's first moves.
    const before = earlier.flatMap((move) => [moveText(size, move), '0']);
    const moves = view.moves.flatMap((move, index) => [moveText(size, move), String(timesLeft[index] ?? 0)]);
    const known = { date: '-', time: '-', size: parameters.size, komi: parameters.komi };
    const all = [...before, ...moves];
    this.#link.send({ kind: 'setup', game: view.game, ...known, ...playersOf(view), main, moves: all });
  }

  #onUpdate(id: GameId, update: SpectatorUpdate): void {
    const game = this.#observed.get(id);
    if (game === undefined) return;
    if ('clock' in update && update.clock !== undefined) game.clock = update.clock;
    switch (update.kind) {
      case 'played':
        this.#update(id, game, vertexName(game.size, update.point), update.color);
        return;
      case 'passed':
        this.#update(id, game, 'pass', update.color);
        return;
      // The protocol has no take-back, so the client gets the whole game again.
      case 'undone':
        game.clock = update.view.clock;
        this.#setUp(update.view, NOTHING_EARLIER);
        return;
      case 'ended':
        this.#observed.delete(id);
        if (update.reason === 'resigned' && update.winner !== undefined)
          this.#update(id, game, 'resign', opposite(update.winner));
        this.#link.send({ kind: 'end', game: id, result: endTexts(update).result });
        return;
      default:
    }
  }

  #update(id: GameId, { clock }: ObservedGame, move: string, color: Color): void {
    this.#link.send({ kind: 'move', game: id, move, time: clock?.[color].main ?? 0 });
  }
}

type Earlier = readonly Move[];
const NOTHING_EARLIER: Earlier = [];

/** Whether the protocol can show a running game: columns have one letter, and the board is empty at the start. */
const isShowable = ({ parameters }: ListedGame): boolean =>
  parameters.game === 'go' && parameters.size <= LARGEST_SIZE && (parameters.handicap ?? 0) === 0;

const playersOf = ({ white, black }: ListedGame) => ({
  white: makeRatedName(white.name, white.rating),
  black: makeRatedName(black.name, black.rating),
});

const moveText = (size: BoardSize, move: Move): string =>
  move.kind === 'pass' ? 'pass' : vertexName(size, move.point);
