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
  /** A client of the same person, whose connection was lost in the middle of a game. */
  readonly before?: DaigoClient;
}

/** It never speaks before its last request is answered; every answer is the next line. */
export class DaigoClient extends GoClient {
  readonly name: string;
  readonly #size: number;
  readonly #komi: number;
  #asked: ClientMessage | 'nonsense' | undefined;
  #queue: (ClientMessage | 'nonsense')[] = [];
  #stage: 'new' | 'present' = 'new';
  /** In the middle of finding a game: what to do once a game is there to be found. */
  #seeking = false;
  #hasChosen = false;
  #waiting = false;
  /** A seat may be held for it, perhaps at a game that it has known before. */
  #mayReturn: boolean;
  #remembered: GoRecord | undefined;
  /** My turn was put off, and until it is told once more it need not be. */
  #isPutOff = false;
  /** A turn of mine that I do not know to have been taken. */
  #doubt: Move | undefined;

  constructor({ name, size, komi = 7, before }: DaigoOptions) {
    super();
    this.name = name;
    this.#size = size;
    this.#komi = komi;
    this.#mayReturn = before !== undefined;
    this.#remembered = before === undefined ? undefined : (before.runningGame?.copy() ?? before.#remembered);
    this.#doubt = before === undefined ? undefined : (before.#inFlight ?? before.#doubt);
  }

  /** The turn of mine that was not answered. */
  get #inFlight(): Move | undefined {
    const game = this.runningGame;
    if (!game?.isMyTurn || this.#asked === undefined || this.#asked === 'nonsense') return undefined;
    if (this.#asked.kind === 'pass') return { kind: 'pass', color: game.toMove };
    const point =
      this.#asked.kind === 'stone' ? game.point({ x: this.#asked.x - 1, y: this.#asked.y - 1 }) : 'off-board';
    return point === 'off-board' || game.judge(point) ? undefined : { kind: 'play', color: game.toMove, point };
  }

  override get isReadyToMove(): boolean {
    return this.runningGame?.isMyTurn === true && this.#asked === undefined;
  }

  override get isSeeking(): boolean {
    return this.#seeking || this.#waiting;
  }

  override seek(): void {
    this.#seeking = true;
    this.#hasChosen = false;
    if (this.#stage === 'new') this.#ask({ kind: 'helo', name: this.name });
    else this.#look();
  }

  /** Whoever has been in a game asks for it, and everybody else looks who waits. */
  #look(): void {
    this.#ask(this.#mayReturn ? { kind: 'play' } : { kind: 'list' });
  }

  override poll(): void {
    const isCurious = this.#waiting || this.runningGame !== undefined;
    // It may have several requests to make, each of which is refused because the game is over.
    const isAsking = this.#queue.some((request) => request !== 'nonsense' && request.kind === 'play');
    if (isCurious && this.#asked === undefined && !isAsking) this.#ask({ kind: 'play' });
  }

  override play({ x, y }: BoardCoordinates): void {
    this.#ask({ kind: 'stone', x: x + 1, y: y + 1 });
  }

  override pass(): void {
    this.#ask({ kind: 'pass' });
  }

  override resign(): void {
    this.#ask({ kind: 'forfeit' });
  }

  override leave(): boolean {
    return false;
  }

  override sendNonsense(): void {
    this.#ask('nonsense');
  }

  list(): void {
    // While it seeks, a list would be taken for those to choose from.
    if (!this.#seeking) this.#ask({ kind: 'list' });
  }

  #ask(request: ClientMessage | 'nonsense'): void {
    this.#queue.push(request);
    this.#sayNext();
  }

  #sayNext(): void {
    if (this.#asked !== undefined) return;
    this.#asked = this.#queue.shift();
    if (this.#asked !== undefined)
      this.sendLine(this.#asked === 'nonsense' ? 'helo  you' : makeClientMessage(this.#asked));
  }

  protected override mayClose(): boolean {
    return false;
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line);
    if (!read.ok) this.fail('no message');
    const request = this.#asked;
    if (request === undefined) this.fail('the server speaks unasked');
    this.#asked = undefined;
    const answer = read.value;
    if (request === 'nonsense') {
      if (answer.kind !== 'error' || answer.error !== 'unknown') this.fail('this is unknown');
    } else if (request.kind === 'play') this.#status(answer, line);
    else if (answer.kind === 'error') this.#error(request, answer.error);
    else this.#granted(request, answer);
    this.#sayNext();
  }

  #granted(request: ClientMessage, answer: ServerMessage): void {
    const expected = request.kind === 'list' ? 'games' : 'ok';
    if (answer.kind !== expected) this.fail(`that is no answer to ${request.kind}`);
    switch (request.kind) {
      case 'helo':
        this.#stage = 'present';
        if (this.#seeking) this.#look();
        return;
      case 'list':
        if (answer.kind === 'games' && this.#seeking && !this.#hasChosen) this.#choose(answer.names);
        return;
      case 'create':
      case 'join':
        if (this.runningGame !== undefined) this.fail('I am in a game');
        this.#seeking = false;
        this.#waiting = true;
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
    this.#ask(host === undefined ? { kind: 'create' } : { kind: 'join', name: host });
  }

  #error(request: ClientMessage, error: (ServerMessage & { kind: 'error' })['error']): void {
    switch (request.kind) {
      case 'helo':
        if (error !== 'name-taken') this.fail('nothing is wrong with that');
        this.#seeking = false;
        return;
      case 'join':
        if (error !== 'no-such-game') this.fail('nothing else is wrong with that');
        this.#ask({ kind: 'create' });
        return;
      case 'stone':
        if (error === 'invalid-move') this.#illegal(request);
        else this.#untimely(error);
        return;
      case 'pass':
        this.#untimely(error);
        return;
      case 'forfeit':
        this.#untimely(error, false);
        return;
      case 'play':
      case 'create':
      case 'list':
        this.fail('nothing is wrong with that');
    }
  }

  #untimely(error: string, turn = true): void {
    const game = this.runningGame;
    if (error === 'not-your-turn' && game?.isMyTurn && this.mayBePostponed && turn) {
      this.#isPutOff = true;
      return;
    }
    // The game may have ended, or a turn been taken, without this client's having asked.
    if (error === 'not-your-turn' ? game?.isMyTurn : error !== 'not-in-game' && error !== 'game-over') {
      if (error !== 'not-started' || !this.#waiting) this.fail(`not so\n${game}`);
    }
    // Only PLAY tells how it ended.
    if (error === 'game-over' || error === 'not-in-game') this.poll();
  }

  /** Off the board is illegal for whoever is on turn; the client may not have asked whether it is. */
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
          this.#mayNotPlay(answer.opponent);
          return;
        }
        if (!this.#waiting) this.fail('I do not wait');
        return;
      case 'start':
        this.#starts(answer.opponent);
        break;
      case 'stone':
        this.#heardTurn({ x: answer.x - 1, y: answer.y - 1 });
        break;
      case 'pass':
        this.#heardTurn('pass');
        break;
      case 'forfeit':
      case 'disconnect':
      case 'result':
        this.#over(answer, text);
        break;
      case 'error':
        this.#notInGame(answer.error);
        break;
      case 'ok':
      case 'games':
        this.fail('that is no answer to PLAY');
    }
  }

  #mayNotPlay(opponent: string): void {
    // It was this client's turn when it said what was not answered; now it is not: that was taken.
    const game = this.#sitDown('white', opponent, true);
    if (game.isMyTurn && !this.#isPutOff) this.fail(`it is my turn\n${game}`);
  }

  #starts(opponent: string): void {
    this.#isPutOff = false;
    const game = this.#sitDown('black', opponent, false);
    if (game.color !== 'black' || game.moves.length > 0) this.fail('only black starts, and only once');
  }

  #heardTurn(turn: BoardCoordinates | 'pass'): void {
    this.#isPutOff = false;
    const known = this.runningGame ?? this.#remembered;
    if (known === undefined && !this.#mayReturn) this.fail('nobody has said that a game began');
    const isLast = known !== undefined && this.#isLast(known, turn);
    const game = this.#sitDown('white', undefined, !isLast);
    if (game.isUncertain) return;
    if (game.isMyTurn) {
      if (!isLast) this.fail('another last turn than before');
    } else if (turn === 'pass') this.receivePass(game.toMove);
    else this.receiveStone(game.toMove, game.point(turn));
  }

  #isLast(game: GoRecord, turn: BoardCoordinates | 'pass'): boolean {
    const last = game.moves.at(-1);
    if (turn === 'pass' || last?.kind !== 'play') return turn === last?.kind;
    return last.point === game.point(turn);
  }

  /**
   * A game goes on: one that is new, or one that was known before, and then the turn that was not answered was `taken`
   * or not. Whoever comes back to a game that it has not heard of before has white: black is told to start.
   */
  #sitDown(color: 'black' | 'white', opponent: string | undefined, taken: boolean): GoRecord {
    if (this.runningGame === undefined && !this.#waiting && !this.#mayReturn) this.fail('no game was to be found');
    const game = this.runningGame ?? this.#remembered ?? new GoRecord(color, this.#size, opponent, SUICIDE_FORBIDDEN);
    const doubt = this.#doubt;
    if (doubt !== undefined) {
      // The same turn of the opponent's once more: was it taken back between, or is nothing new?
      const after = game.copy();
      if (doubt.kind === 'pass') after.pass();
      else after.play(doubt.point);
      if (taken) this.game = after;
      else this.game = game;
      if (!taken && opponent === undefined) this.game.isUncertain = mayHaveComeAgain(game, after);
    } else this.game = game;
    this.#waiting = false;
    this.#seeking = false;
    this.#mayReturn = false;
    this.#remembered = undefined;
    this.#doubt = undefined;
    const known = this.game.opponent;
    if (known !== undefined && opponent !== undefined && opponent !== known) this.fail(`my opponent is ${known}`);
    return this.game;
  }

  #over(answer: ServerMessage & { kind: 'forfeit' | 'disconnect' | 'result' }, text: string): void {
    if (this.#mayReturn) this.fail('whoever comes back is told of no end');
    const isStopped = this.gameMayBeStopped && answer.kind === 'result' && answer.outcome === 0;
    if (this.#waiting && (answer.kind !== 'result' || isStopped)) {
      // A game began and ended, and this client did not ask in between.
      this.#waiting = false;
      return;
    }
    const game = this.requireGame();
    const me = game.color === 'white' ? 'white' : 'black';
    if (answer.kind !== 'result') {
      game.ending = { text, winner: me, reason: answer.kind === 'forfeit' ? 'resigned' : 'left' };
      return;
    }
    if (!game.hasTwoPasses && isStopped) {
      game.ending = { text, winner: 'nobody' };
      return;
    }
    if (!game.hasTwoPasses) {
      if (game.isMyTurn || game.passes !== 1) this.fail('a result without two passes');
      game.pass();
    }
    const winner = answer.outcome === 0 ? 'nobody' : answer.outcome === 1 ? me : opposite(me);
    if (winner !== winnerOf(game.score(this.#komi))) this.fail(`another result by my count\n${game}`);
    game.ending = { text, winner, reason: 'score' };
  }

  /** No seat is held any more, or this client has been silent for too long. */
  #notInGame(error: string): void {
    if (error !== 'not-in-game') this.fail('PLAY is always in place');
    if (this.#mayReturn) {
      this.#mayReturn = false;
      this.#remembered = undefined;
      this.#doubt = undefined;
      this.#ask({ kind: 'list' });
    } else if (this.#waiting) this.#waiting = false;
    else this.requireGame().ending = { text: 'ERROR 2' };
  }
}

/** Whether the opponent's last turn of `before` may be its answer to a turn that led to `after`, too. */
function mayHaveComeAgain(before: GoRecord, after: GoRecord): boolean {
  const last = before.moves.at(-1);
  if (last === undefined || after.hasTwoPasses) return false;
  return last.kind === 'pass' || after.judge(last.point) === undefined;
}
