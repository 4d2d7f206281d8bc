import type { Move } from '../../../src/lobby/games/game-event.ts';
import {
  type ClientMessage,
  makeClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/daigo/messages.ts';
import { opposite } from '../../../src/rules/color.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { GoClient, SUICIDE_FORBIDDEN, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';

interface DaigoOptions {
  readonly name: string;
  readonly size: number;
  readonly komi?: number;
  /** The client of the same player whose connection was lost during a game. */
  readonly before?: DaigoClient;
}

/** A client of DAIGO. It sends a request only when the request before it is answered. Each line of the server is an answer. */
export class DaigoClient extends GoClient {
  readonly name: string;
  readonly #size: number;
  readonly #komi: number;
  #pending: ClientMessage | 'nonsense' | undefined;
  #queue: (ClientMessage | 'nonsense')[] = [];
  #stage: 'new' | 'present' = 'new';
  /** Whether it looks for a game, from the request for the list until it has created or joined one. */
  #isFindingGame = false;
  #hasChosen = false;
  #isWaiting = false;
  /** Whether the server may have reserved a seat for it, in a game that it may or may not know. */
  #mayReturn: boolean;
  #earlierGame: GoRecord | undefined;
  /** Whether the server has postponed the client's move and has not reported the state again. */
  #isPostponed = false;
  /** A move of its own that the server has not confirmed. */
  #unconfirmed: Move | undefined;

  constructor({ name, size, komi = 7, before }: DaigoOptions) {
    super();
    this.name = name;
    this.#size = size;
    this.#komi = komi;
    this.#mayReturn = before !== undefined;
    this.#earlierGame = before === undefined ? undefined : (before.runningGame?.copy() ?? before.#earlierGame);
    this.#unconfirmed = before === undefined ? undefined : (before.#unansweredMove ?? before.#unconfirmed);
  }

  /** The client's move that is not answered yet. */
  get #unansweredMove(): Move | undefined {
    const game = this.runningGame;
    if (!game?.isMyTurn || this.#pending === undefined || this.#pending === 'nonsense') return undefined;
    if (this.#pending.kind === 'pass') return { kind: 'pass', color: game.toMove };
    const point =
      this.#pending.kind === 'stone' ? game.point({ x: this.#pending.x - 1, y: this.#pending.y - 1 }) : 'off-board';
    return point === 'off-board' || game.judge(point) ? undefined : { kind: 'play', color: game.toMove, point };
  }

  override get isReadyToMove(): boolean {
    return this.runningGame?.isMyTurn === true && this.#pending === undefined;
  }

  override get isSeeking(): boolean {
    return this.#isFindingGame || this.#isWaiting;
  }

  override seek(): void {
    this.#isFindingGame = true;
    this.#hasChosen = false;
    if (this.#stage === 'new') this.#request({ kind: 'helo', name: this.name });
    else this.#findGame();
  }

  /** Asks for its game if it may have one, and otherwise for the list of waiting players. */
  #findGame(): void {
    this.#request(this.#mayReturn ? { kind: 'play' } : { kind: 'list' });
  }

  override poll(): void {
    const hasReason = this.#isWaiting || this.runningGame !== undefined;
    // Several requests may wait, each of which the server refuses because the game is over.
    const isAsking = this.#queue.some((request) => request !== 'nonsense' && request.kind === 'play');
    if (hasReason && this.#pending === undefined && !isAsking) this.#request({ kind: 'play' });
  }

  override play({ x, y }: BoardCoordinates): void {
    this.#request({ kind: 'stone', x: x + 1, y: y + 1 });
  }

  override pass(): void {
    this.#request({ kind: 'pass' });
  }

  override resign(): void {
    this.#request({ kind: 'forfeit' });
  }

  override leave(): boolean {
    return false;
  }

  override sendNonsense(): void {
    this.#request('nonsense');
  }

  list(): void {
    // While it looks for a game, it would choose an opponent from this list.
    if (!this.#isFindingGame) this.#request({ kind: 'list' });
  }

  #request(request: ClientMessage | 'nonsense'): void {
    this.#queue.push(request);
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#pending !== undefined) return;
    this.#pending = this.#queue.shift();
    if (this.#pending !== undefined)
      this.sendLine(this.#pending === 'nonsense' ? 'helo  you' : makeClientMessage(this.#pending));
  }

  protected override mayClose(): boolean {
    return false;
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line);
    if (!read.ok) this.fail('no message');
    const request = this.#pending;
    if (request === undefined) this.fail('a message unasked: the client has no open request');
    this.#pending = undefined;
    const answer = read.value;
    if (request === 'nonsense') {
      if (answer.kind !== 'error' || answer.error !== 'unknown')
        this.fail('the server does not report an unknown request');
    } else if (request.kind === 'play') this.#status(answer, line);
    else if (answer.kind === 'error') this.#error(request, answer.error);
    else this.#accepted(request, answer);
    this.#sendNext();
  }

  #accepted(request: ClientMessage, answer: ServerMessage): void {
    const expected = request.kind === 'list' ? 'games' : 'ok';
    if (answer.kind !== expected) this.fail(`not an answer to ${request.kind}`);
    switch (request.kind) {
      case 'helo':
        this.#stage = 'present';
        if (this.#isFindingGame) this.#findGame();
        return;
      case 'list':
        if (answer.kind === 'games' && this.#isFindingGame && !this.#hasChosen) this.#choose(answer.names);
        return;
      case 'create':
      case 'join':
        if (this.runningGame !== undefined) this.fail('a game is running');
        this.#isFindingGame = false;
        this.#isWaiting = true;
        return;
      case 'stone': {
        const game = this.requireGame();
        if (!game.isMyTurn) this.fail('it is not my turn');
        this.receiveStone(game.toMove, game.point({ x: request.x - 1, y: request.y - 1 }));
        return;
      }
      case 'pass':
        if (!this.requireGame().isMyTurn) this.fail('it is not my turn');
        this.receivePass(this.requireGame().toMove);
        break;
      case 'forfeit': {
        const game = this.requireGame();
        if (!game.isMyTurn) this.fail('it is not my turn');
        game.ending = { text: 'OK', winner: opposite(game.toMove), reason: 'resigned' };
        return;
      }
      case 'play':
    }
  }

  #choose(names: readonly string[]): void {
    this.#hasChosen = true;
    const [host] = names.filter((name) => name !== this.name);
    this.#request(host === undefined ? { kind: 'create' } : { kind: 'join', name: host });
  }

  #error(request: ClientMessage, error: (ServerMessage & { kind: 'error' })['error']): void {
    switch (request.kind) {
      case 'helo':
        if (error !== 'name-taken') this.fail('a request was refused without a reason');
        this.#isFindingGame = false;
        return;
      case 'join':
        if (error !== 'no-such-game') this.fail('JOIN was refused for a wrong reason');
        this.#request({ kind: 'create' });
        return;
      case 'stone':
        if (error === 'invalid-move') this.#illegal(request);
        else this.#refusedMove(error);
        return;
      case 'pass':
        this.#refusedMove(error);
        return;
      case 'forfeit':
        this.#refusedMove(error, false);
        return;
      case 'play':
      case 'create':
      case 'list':
        this.fail('a request was refused without a reason');
    }
  }

  #refusedMove(error: string, mayBePostponed = true): void {
    const game = this.runningGame;
    if (error === 'not-your-turn' && game?.isMyTurn && this.mayBePostponed && mayBePostponed) {
      this.#isPostponed = true;
      return;
    }
    // The game may have ended, or a move may have been accepted, since the client's last poll.
    if (error === 'not-your-turn' ? game?.isMyTurn : error !== 'not-in-game' && error !== 'game-over') {
      if (error !== 'not-started' || !this.#isWaiting)
        this.fail(`a refusal (${error}) that does not fit the game\n${game}`);
    }
    // Only the answer to PLAY reports the end.
    if (error === 'game-over' || error === 'not-in-game') this.poll();
  }

  /** A stone off the board is illegal at any time: the client may not know whose turn it is. */
  #illegal({ x, y }: BoardCoordinates): void {
    const game = this.requireGame();
    const point = game.point({ x: x - 1, y: y - 1 });
    if (point === 'off-board') return;
    if (!game.isMyTurn || game.judge(point) === undefined) this.fail(`a legal stone was refused\n${game}`);
  }

  #status(answer: ServerMessage, text: string): void {
    switch (answer.kind) {
      case 'wait':
        if (answer.opponent !== undefined) {
          this.#wait(answer.opponent);
          return;
        }
        if (!this.#isWaiting) this.fail('the client does not wait');
        return;
      case 'start':
        this.#start(answer.opponent);
        break;
      case 'stone':
        this.#lastMoveIs({ x: answer.x - 1, y: answer.y - 1 });
        break;
      case 'pass':
        this.#lastMoveIs('pass');
        break;
      case 'forfeit':
      case 'disconnect':
      case 'result':
        this.#ended(answer, text);
        break;
      case 'error':
        this.#notInGame(answer.error);
        break;
      case 'ok':
      case 'games':
        this.fail('not an answer to PLAY');
    }
  }

  #wait(opponent: string): void {
    // The unanswered move was made on this client's turn, and it is the opponent's turn now: the server has accepted the move.
    const game = this.#findRecord('white', opponent, true);
    if (game.isMyTurn && !this.#isPostponed) this.fail(`it is my turn\n${game}`);
  }

  #start(opponent: string): void {
    this.#isPostponed = false;
    const game = this.#findRecord('black', opponent, false);
    if (game.color !== 'black' || game.moves.length > 0) this.fail('START came to white or after the first move');
  }

  #lastMoveIs(turn: BoardCoordinates | 'pass'): void {
    this.#isPostponed = false;
    const known = this.runningGame ?? this.#earlierGame;
    if (known === undefined && !this.#mayReturn) this.fail('a move without a game');
    const isLast = known !== undefined && this.#isLast(known, turn);
    const game = this.#findRecord('white', undefined, !isLast);
    if (game.isUncertain) return;
    if (game.isMyTurn) {
      if (!isLast) this.fail('the last move has changed');
    } else if (turn === 'pass') this.receivePass(game.toMove);
    else this.receiveStone(game.toMove, game.point(turn));
  }

  #isLast(game: GoRecord, turn: BoardCoordinates | 'pass'): boolean {
    const last = game.moves.at(-1);
    if (turn === 'pass' || last?.kind !== 'play') return turn === last?.kind;
    return last.point === game.point(turn);
  }

  /**
   * Returns the record of the running game: a new one, or the one known before. `isAccepted`: whether the server has accepted the unanswered
   * move of the known game. A client that returns to a game that it does not know has white, because the server sends START to black.
   */
  #findRecord(color: 'black' | 'white', opponent: string | undefined, isAccepted: boolean): GoRecord {
    if (this.runningGame === undefined && !this.#isWaiting && !this.#mayReturn)
      this.fail('a game that the client has not sought');
    const game = this.runningGame ?? this.#earlierGame ?? new GoRecord(color, this.#size, opponent, SUICIDE_FORBIDDEN);
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed !== undefined) {
      // The opponent's last move again: it may be an old state, or the same move as an answer to the unanswered move.
      const after = game.copy();
      if (unconfirmed.kind === 'pass') after.pass();
      else after.play(unconfirmed.point);
      if (isAccepted) this.game = after;
      else this.game = game;
      if (!isAccepted && opponent === undefined) this.game.isUncertain = mayBeRepeatedAnswer(game, after);
    } else this.game = game;
    this.#isWaiting = false;
    this.#isFindingGame = false;
    this.#mayReturn = false;
    this.#earlierGame = undefined;
    this.#unconfirmed = undefined;
    const known = this.game.opponent;
    if (known !== undefined && opponent !== undefined && opponent !== known) this.fail(`the opponent is ${known}`);
    return this.game;
  }

  #ended(answer: ServerMessage & { kind: 'forfeit' | 'disconnect' | 'result' }, text: string): void {
    if (this.#mayReturn) this.fail('the end of a game after a reconnect');
    const isStopped = this.gameMayBeStopped && answer.kind === 'result' && answer.outcome === 0;
    if (this.#isWaiting && (answer.kind !== 'result' || isStopped)) {
      // A game began and ended between two polls.
      this.#isWaiting = false;
      return;
    }
    const game = this.requireGame();
    const me = game.color === 'white' ? 'white' : 'black';
    if (answer.kind !== 'result') {
      game.ending = { text, winner: me, reason: answer.kind === 'forfeit' ? 'resigned' : 'left' };
      return;
    }
    if (!game.hasTwoPasses && isStopped) {
      game.ending = { text, winner: 'draw' };
      return;
    }
    if (!game.hasTwoPasses) {
      if (game.isMyTurn || game.passes !== 1) this.fail('a result without two passes');
      game.pass();
    }
    const winner = answer.outcome === 0 ? 'draw' : answer.outcome === 1 ? me : opposite(me);
    if (winner !== winnerOf(game.score(this.#komi))) this.fail(`another result than on the client's board\n${game}`);
    game.ending = { text, winner, reason: 'score' };
  }

  /** The reserved seat is lost, or the client has lost its game because it was silent for too long. */
  #notInGame(error: string): void {
    if (error !== 'not-in-game') this.fail('PLAY was refused for a wrong reason');
    if (this.#mayReturn) {
      this.#mayReturn = false;
      this.#earlierGame = undefined;
      this.#unconfirmed = undefined;
      this.#request({ kind: 'list' });
    } else if (this.#isWaiting) this.#isWaiting = false;
    else this.requireGame().ending = { text: 'ERROR 2' };
  }
}

/** Whether the opponent's last move of `before` may also be its answer to the move that led to `after`. */
function mayBeRepeatedAnswer(before: GoRecord, after: GoRecord): boolean {
  const last = before.moves.at(-1);
  if (last === undefined || after.hasTwoPasses) return false;
  return last.kind === 'pass' || after.judge(last.point) === undefined;
}
