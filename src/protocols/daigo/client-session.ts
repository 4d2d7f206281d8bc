import type { Move } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ClientHalf, GameEndedEvent, Intent } from '../client-session-types.ts';
import { configureClient } from '../read-settings.ts';
import { ClientGame, type InterruptedClientGame } from './client-game.ts';
import { ClientOpponentFinder } from './client-opponent-finder.ts';
import { type ClientSessionSettings, clientSessionSettings } from './client-session-settings.ts';
import { komiOf, RULESET } from './listener-settings.ts';
import { type ErrorName, intersectionOf, pointOf, type ServerMessage } from './messages.ts';
import type { QueuedRequest } from './request-sender.ts';

/** An answer to PLAY after the end of the game. */
type Verdict = ServerMessage & { readonly kind: 'forfeit' | 'disconnect' | 'result' };

/** The client's side of one connection. Rulings: docs/protocols/daigo.md. */
class DaigoClientSession extends ClientOpponentFinder {
  #game: ClientGame | undefined;
  /** No `your-turn` may be reported for the current move: it was reported, or an unanswered stone is being sent again. */
  #isMoveRequested = false;
  /** A game of an earlier connection may continue. */
  #mayContinue = false;
  #interrupted: InterruptedClientGame | undefined;

  constructor(settings: ClientSessionSettings, before: DaigoClientSession | undefined) {
    super(settings, before === undefined ? settings.name : before.name);
    if (before === undefined) return;
    const game = before.#game;
    this.#mayContinue = true;
    this.#interrupted = game === undefined ? before.#interrupted : { game, unansweredMove: before.unansweredMove };
  }

  /** The client does not poll on our own turn, because PLAY would show the server an absent player as present. */
  protected override get due(): number | undefined {
    const awaitsTurn = this.#game !== undefined && (!this.#game.isOurs || this.#game.hasTwoPasses);
    return this.stage === 'waiting' || awaitsTurn || this.isPostponed ? super.due : undefined;
  }

  protected override onAnswer(request: QueuedRequest, answer: ServerMessage, line: string): boolean {
    const fits = this.#handleAnswer(request, answer, line);
    if (fits) this.#requestMove();
    return fits;
  }

  #handleAnswer(request: QueuedRequest, answer: ServerMessage, line: string): boolean {
    switch (request.message.kind) {
      case 'helo':
      case 'list':
      case 'join':
      case 'create':
        return this.onFindAnswer(request, answer, line);
      case 'play':
        this.schedulePoll();
        return this.#onPollAnswer(answer, line);
      case 'stone':
      case 'pass':
      case 'forfeit':
        return answer.kind === 'error'
          ? this.#onRefused(request, answer.error, line)
          : this.#onAccepted(request, answer);
    }
  }

  // Find a game

  #seek(intent: Intent & { kind: 'seek' }): void {
    const { opponent = this.settings.opponent } = intent;
    const problem = this.problemOf(intent);
    if (problem !== undefined) {
      this.refuse('seek', problem);
      return;
    }
    this.opponent = opponent;
    if (this.#mayContinue) {
      this.stage = 'returning';
      this.poll();
    } else this.findGame();
  }

  /** There is no earlier game to return to. */
  #findAnother(): void {
    this.#forget();
    this.findGame();
  }

  protected override foundGame(how: 'joined' | 'waiting'): void {
    this.stage = how;
    if (how === 'joined') this.poll();
    else this.#wait();
  }

  #wait(): void {
    this.stage = 'waiting';
    this.report({ kind: 'waiting' });
    this.schedulePoll();
  }

  #forget(): void {
    this.#mayContinue = false;
    this.#interrupted = undefined;
  }

  // Answers to PLAY

  #onPollAnswer(answer: ServerMessage, line: string): boolean {
    switch (answer.kind) {
      case 'wait':
        return answer.opponent === undefined ? this.#onNoOpponent() : this.#onTheirTurn(answer.opponent);
      case 'start':
        return this.#onStart(answer.opponent);
      case 'stone': {
        const point = pointOf(square(this.settings.size), answer);
        return point !== 'off-board' && this.#onOurTurn((color) => ({ kind: 'play', color, point }));
      }
      case 'pass':
        return this.#onOurTurn((color) => ({ kind: 'pass', color }));
      case 'forfeit':
      case 'disconnect':
      case 'result':
        return this.#onVerdict(answer, line);
      case 'error':
        return answer.error === 'not-in-game' && this.#onNotInGame(line);
      case 'ok':
      case 'games':
        return false;
    }
  }

  #onNoOpponent(): boolean {
    if (this.stage === 'playing') return false;
    if (this.stage !== 'waiting') this.#wait();
    this.#forget();
    return true;
  }

  #onTheirTurn(opponent: string): boolean {
    const { game: known, unansweredMove } = this.#interrupted ?? {};
    const fits = known?.isAgainst(opponent) === true && (!known.isOurs || unansweredMove !== undefined);
    const game = this.#beginGame('white', fits, opponent);
    // It is no longer our turn, so the unanswered move was accepted.
    if (fits && game.isOurs && unansweredMove !== undefined) this.#applyMove(game, unansweredMove);
    return !game.isOurs || game.hasTwoPasses;
  }

  #onStart(opponent: string): boolean {
    const known = this.#interrupted?.game;
    const fits = known?.isAgainst(opponent) === true && known.color === 'black' && known.last === undefined;
    const game = this.#beginGame('black', fits, opponent);
    return game.color === 'black' && game.last === undefined;
  }

  /** Handles the opponent's last move. If the server has not reported a game before, the opponent began it. */
  #onOurTurn(by: (opponent: Color) => Move): boolean {
    const memory = this.#interrupted;
    const game = this.#beginGame('white', memory !== undefined);
    const moves = game.movesUntil(by(opposite(game.color)), memory?.unansweredMove);
    if (moves === 'unclear') this.#repeatMove(game, memory?.unansweredMove);
    else for (const move of moves ?? []) this.#applyMove(game, move);
    return moves !== undefined;
  }

  /** Sends a stone again. The server accepts it now, or refuses it because it is already on the board. */
  #repeatMove(game: ClientGame, stone: Move | undefined): void {
    if (stone?.kind !== 'play') return;
    this.#isMoveRequested = true;
    const message = { kind: 'stone', ...intersectionOf(game.board, stone.point) } as const;
    this.sendRequest({ message, intent: 'play', move: stone, isRepeated: true });
  }

  /** Returns the current game. If there is none, begins the interrupted game or a new game with this colour. */
  #beginGame(color: Color, isKnown: boolean, opponent?: string): ClientGame {
    if (this.#game !== undefined) return this.#game;
    const board = square(this.settings.size);
    const against = opponent ?? (this.stage === 'joined' ? this.opponent : undefined);
    const game = (isKnown ? this.#interrupted?.game.copy() : undefined) ?? new ClientGame(color, board, against);
    this.#game = game;
    this.#isMoveRequested = false;
    this.stage = 'playing';
    this.#forget();
    this.report({
      kind: 'game-started',
      game: 'go',
      color: game.color,
      ...(game.opponent !== undefined && { opponent: game.opponent }),
      size: board.width,
      setup: [],
      continues: isKnown,
      ruleset: RULESET,
      komi: komiOf(this.settings),
    });
    return game;
  }

  #applyMove(game: ClientGame, move: Move): void {
    game.add(move);
    this.#isMoveRequested = false;
    if (move.kind === 'pass') this.report({ kind: 'passed', color: move.color });
    else this.report({ kind: 'played', color: move.color, point: move.point });
  }

  #requestMove(): void {
    const game = this.#game;
    if (game === undefined || !game.isOurs || game.hasTwoPasses || this.#isMoveRequested) return;
    this.#isMoveRequested = true;
    this.report({ kind: 'your-turn', color: game.color });
  }

  // The end

  #onVerdict(verdict: Verdict, line: string): boolean {
    const { unansweredMove } = this.#interrupted ?? {};
    const isKnown = this.#interrupted !== undefined;
    if (this.#game === undefined && !isKnown) {
      // The end of an unknown game.
      if (this.stage === 'returning') {
        this.#findAnother();
        return true;
      }
      if (verdict.kind === 'result') return false;
    }
    // A game may have begun and ended since the last poll: the player who resigned was to move, and so black.
    const game = this.#beginGame(verdict.kind === 'forfeit' || this.stage === 'joined' ? 'white' : 'black', isKnown);
    if (verdict.kind !== 'result') {
      this.#end({ winner: game.color, reason: verdict.kind === 'forfeit' ? 'resigned' : 'left', text: line });
      return true;
    }
    if (game.isOurs && unansweredMove?.kind === 'pass') this.#applyMove(game, unansweredMove);
    if (!game.isOurs && !game.hasTwoPasses && game.last?.kind === 'pass') {
      this.#applyMove(game, { kind: 'pass', color: game.toMove });
    }
    const { outcome } = verdict;
    const winner = outcome === 0 ? 'draw' : outcome === 1 ? game.color : opposite(game.color);
    this.#end({ winner, reason: 'score', text: line });
    return true;
  }

  #onNotInGame(line: string): boolean {
    if (this.stage === 'returning') {
      const lost = `the earlier game does not continue: ${line}`;
      if (this.#interrupted !== undefined) this.report({ kind: 'remark', text: lost });
      this.#findAnother();
    } else if (this.#game !== undefined) this.#end({ text: line });
    else {
      this.stage = 'free';
      this.refuse('seek', line);
    }
    return true;
  }

  #end(over: Omit<GameEndedEvent, 'kind'>): void {
    this.stage = 'free';
    this.#game = undefined;
    for (const { intent = 'play' } of this.removeQueued(isGameRequest)) this.refuse(intent, 'the game is over');
    this.report({ kind: 'game-ended', ...over });
  }

  // Our moves

  #onAccepted({ message, move }: QueuedRequest, answer: ServerMessage): boolean {
    const game = this.#game;
    if (game === undefined || answer.kind !== 'ok') return false;
    if (message.kind === 'forfeit') this.#end({ winner: opposite(game.color), reason: 'resigned', text: 'OK' });
    else if (move !== undefined) this.#applyMove(game, move);
    if (game.hasTwoPasses) this.poll();
    return true;
  }

  #onRefused(request: QueuedRequest, error: ErrorName, line: string): boolean {
    const { intent = 'play', move, isRepeated } = request;
    const game = this.#game;
    if (isRepeated && error === 'invalid-move' && move !== undefined && game?.last !== undefined) {
      const { last } = game;
      this.#applyMove(game, move);
      this.#applyMove(game, last);
      return true;
    }
    switch (error) {
      case 'invalid-move':
      case 'unknown':
        this.#isMoveRequested = false;
        break;
      case 'game-over':
        this.poll();
        break;
      case 'not-in-game':
        break;
      case 'not-your-turn':
        // The server has reported our turn before, so it cannot store the move now (ruling).
        if (move === undefined) return false;
        this.postpone(request);
        this.report({ kind: 'remark', text: `${line}: trying again` });
        return true;
      // The server would always give the same answer again.
      default:
        return false;
    }
    this.refuse(intent, line);
    return error !== 'not-in-game' || this.#onNotInGame(line);
  }

  // Intents

  protected override onIntent(intent: Intent): void {
    switch (intent.kind) {
      case 'enter':
        this.enter(intent.name);
        break;
      case 'seek':
        this.#seek(intent);
        break;
      case 'play':
        this.#play(intent.point);
        break;
      case 'pass':
        this.#pass();
        break;
      case 'resign':
        if (this.isPostponed) this.removeQueued(isGameRequest);
        if (this.#gameOnOurTurn('resign') !== undefined)
          this.sendRequest({ message: { kind: 'forfeit' }, intent: 'resign' });
        break;
      case 'lobby':
        this.lobby();
        break;
      // To leave, close the connection.
      case 'leave':
        this.close();
        break;
      case 'cancel':
      case 'chat':
        this.refuseUnsupported(intent.kind);
    }
  }

  #play(point: Point): void {
    const game = this.#gameOnOurTurn('play');
    if (game === undefined) return;
    const { x, y } = coordinates(game.board, point);
    if (pointAt(game.board, x, y) === undefined) {
      this.refuse('play', 'that is off the board');
      this.#isMoveRequested = false;
      this.#requestMove();
      return;
    }
    const message = { kind: 'stone', ...intersectionOf(game.board, point) } as const;
    this.sendRequest({ message, intent: 'play', move: { kind: 'play', color: game.color, point } });
  }

  #pass(): void {
    const game = this.#gameOnOurTurn('pass');
    if (game === undefined) return;
    this.sendRequest({ message: { kind: 'pass' }, intent: 'pass', move: { kind: 'pass', color: game.color } });
  }

  /** The game, if we may send a move now. Otherwise refuses the intent: out of turn the server would answer ERROR 4. */
  #gameOnOurTurn(what: 'play' | 'pass' | 'resign'): ClientGame | undefined {
    const game = this.#game;
    if (game !== undefined && this.#isMoveRequested && !this.hasRequest(isGameRequest)) return game;
    this.refuse(what, game === undefined ? 'no game has begun' : 'it is not our turn');
    return undefined;
  }
}

const isGameRequest = ({ message: { kind } }: QueuedRequest): boolean =>
  kind === 'stone' || kind === 'pass' || kind === 'forfeit';

/** The client's half of DAIGO: docs/protocols/daigo.md. */
export const daigoClient: ClientHalf = {
  name: 'daigo',
  game: 'go',
  intents: ['enter', 'seek', 'play', 'pass', 'resign', 'lobby', 'leave'],
  rematch: 'same connection',
  configure: configureClient('daigo', clientSessionSettings, DaigoClientSession),
};
