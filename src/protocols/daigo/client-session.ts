import type { Move } from '../../lobby/games/game-event.ts';
import { ok } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ClientHalf, GameEndedEvent, Intent } from '../client-session-types.ts';
import { readSettings } from '../read-settings.ts';
import { ClientGame, type InterruptedClientGame } from './client-game.ts';
import { ClientOpponentFinder } from './client-opponent-finder.ts';
import { type ClientSettings, clientSettings } from './client-settings.ts';
import { komiOf, RULESET } from './listener-settings.ts';
import { type ErrorName, intersectionOf, pointOf, type ServerMessage } from './messages.ts';
import type { QueuedRequest } from './request-sender.ts';

/** An answer to PLAY by which a game is over. */
type Verdict = ServerMessage & { readonly kind: 'forfeit' | 'disconnect' | 'result' };

/** Our client's side of one connection: we are the client. Rulings: docs/protocols/daigo.md. */
class DaigoClientSession extends ClientOpponentFinder {
  #game: ClientGame | undefined;
  /** The player knows that it is its turn. */
  #turnAnnounced = false;
  /** A game of an earlier connection may continue; we may remember it. */
  #mayReturn = false;
  #memory: InterruptedClientGame | undefined;

  constructor(settings: ClientSettings, before: DaigoClientSession | undefined) {
    super(settings, before === undefined ? settings.name : before.name);
    if (before === undefined) return;
    const game = before.#game;
    this.#mayReturn = true;
    this.#memory = game === undefined ? before.#memory : { game, doubt: before.doubt };
  }

  /** Do not poll on our own turn: PLAY would make the server think that an absent player is still there. */
  protected override get due(): number | undefined {
    const awaitsTurn = this.#game !== undefined && (!this.#game.isOurs || this.#game.hasTwoPasses);
    return this.stage === 'waiting' || awaitsTurn || this.isPostponed ? super.due : undefined;
  }

  protected override answered(request: QueuedRequest, answer: ServerMessage, line: string): boolean {
    const fits = this.#take(request, answer, line);
    if (fits) this.#announceTurn();
    return fits;
  }

  #take(request: QueuedRequest, answer: ServerMessage, line: string): boolean {
    switch (request.message.kind) {
      case 'helo':
      case 'list':
      case 'join':
      case 'create':
        return this.met(request, answer, line);
      case 'play':
        this.lookLater();
        return this.#looked(answer, line);
      case 'stone':
      case 'pass':
      case 'forfeit':
        return answer.kind === 'error' ? this.#refused(request, answer.error, line) : this.#granted(request, answer);
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
    if (this.#mayReturn) {
      this.stage = 'returning';
      this.look();
    } else this.findGame();
  }

  /** There is no earlier game to return to. */
  #findAnother(): void {
    this.#forget();
    this.findGame();
  }

  protected override foundGame(how: 'joined' | 'waiting'): void {
    this.stage = how;
    if (how === 'joined') this.look();
    else this.#wait();
  }

  #wait(): void {
    this.stage = 'waiting';
    this.report({ kind: 'waiting' });
    this.lookLater();
  }

  #forget(): void {
    this.#mayReturn = false;
    this.#memory = undefined;
  }

  // How things stand

  #looked(answer: ServerMessage, line: string): boolean {
    switch (answer.kind) {
      case 'wait':
        return answer.opponent === undefined ? this.#nobodyYet() : this.#theirTurn(answer.opponent);
      case 'start':
        return this.#starts(answer.opponent);
      case 'stone': {
        const point = pointOf(square(this.settings.size), answer);
        return point !== 'off-board' && this.#ourTurn((color) => ({ kind: 'play', color, point }));
      }
      case 'pass':
        return this.#ourTurn((color) => ({ kind: 'pass', color }));
      case 'forfeit':
      case 'disconnect':
      case 'result':
        return this.#decided(answer, line);
      case 'error':
        return answer.error === 'not-in-game' && this.#notInGame(line);
      case 'ok':
      case 'games':
        return false;
    }
  }

  #nobodyYet(): boolean {
    if (this.stage === 'playing') return false;
    if (this.stage !== 'waiting') this.#wait();
    this.#forget();
    return true;
  }

  #theirTurn(opponent: string): boolean {
    const { game: known, doubt } = this.#memory ?? {};
    const fits = known?.isAgainst(opponent) === true && (!known.isOurs || doubt !== undefined);
    const game = this.#sitDown('white', fits, opponent);
    // It was our turn, and is not any more: what was not answered was taken.
    if (fits && game.isOurs && doubt !== undefined) this.#turned(game, doubt);
    return !game.isOurs || game.hasTwoPasses;
  }

  #starts(opponent: string): boolean {
    const known = this.#memory?.game;
    const fits = known?.isAgainst(opponent) === true && known.color === 'black' && known.last === undefined;
    const game = this.#sitDown('black', fits, opponent);
    return game.color === 'black' && game.last === undefined;
  }

  /** Takes the opponent's last turn. If the server has sent nothing before it, the opponent began. */
  #ourTurn(by: (opponent: Color) => Move): boolean {
    const memory = this.#memory;
    const game = this.#sitDown('white', memory !== undefined);
    const turns = game.turnsUntil(by(opposite(game.color)), memory?.doubt);
    if (turns === 'unclear') this.#sayAgain(game, memory?.doubt);
    else for (const turn of turns ?? []) this.#turned(game, turn);
    return turns !== undefined;
  }

  /** The server accepts the stone now, or refuses it because it is already on the board. */
  #sayAgain(game: ClientGame, stone: Move | undefined): void {
    if (stone?.kind !== 'play') return;
    this.#turnAnnounced = true;
    const message = { kind: 'stone', ...intersectionOf(game.board, stone.point) } as const;
    this.ask({ message, wanted: 'play', turn: stone, again: true });
  }

  /** Joins the current game, the remembered one, or a new one of this colour. */
  #sitDown(color: Color, isKnown: boolean, opponent?: string): ClientGame {
    if (this.#game !== undefined) return this.#game;
    const board = square(this.settings.size);
    const against = opponent ?? (this.stage === 'joined' ? this.opponent : undefined);
    const game = (isKnown ? this.#memory?.game.copy() : undefined) ?? new ClientGame(color, board, against);
    this.#game = game;
    this.#turnAnnounced = false;
    this.stage = 'playing';
    this.#forget();
    this.report({
      kind: 'begun',
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

  #turned(game: ClientGame, turn: Move): void {
    game.take(turn);
    this.#turnAnnounced = false;
    if (turn.kind === 'pass') this.report({ kind: 'passed', color: turn.color });
    else this.report({ kind: 'played', color: turn.color, point: turn.point });
  }

  #announceTurn(): void {
    const game = this.#game;
    if (game === undefined || !game.isOurs || game.hasTwoPasses || this.#turnAnnounced) return;
    this.#turnAnnounced = true;
    this.report({ kind: 'your-turn', color: game.color });
  }

  // The end

  #decided(verdict: Verdict, line: string): boolean {
    const { doubt } = this.#memory ?? {};
    const isKnown = this.#memory !== undefined;
    if (this.#game === undefined && !isKnown) {
      // The end of a game that we do not know.
      if (this.stage === 'returning') {
        this.#findAnother();
        return true;
      }
      if (verdict.kind === 'result') return false;
    }
    // A game may have begun and ended since the last poll: the player who resigned was to move, and so black.
    const game = this.#sitDown(verdict.kind === 'forfeit' || this.stage === 'joined' ? 'white' : 'black', isKnown);
    if (verdict.kind !== 'result') {
      this.#end({ winner: game.color, how: verdict.kind === 'forfeit' ? 'resigned' : 'left', words: line });
      return true;
    }
    if (game.isOurs && doubt?.kind === 'pass') this.#turned(game, doubt);
    if (!game.isOurs && !game.hasTwoPasses && game.last?.kind === 'pass') {
      this.#turned(game, { kind: 'pass', color: game.toMove });
    }
    const { outcome } = verdict;
    const winner = outcome === 0 ? 'nobody' : outcome === 1 ? game.color : opposite(game.color);
    this.#end({ winner, how: 'score', words: line });
    return true;
  }

  #notInGame(line: string): boolean {
    if (this.stage === 'returning') {
      const lost = `the game of before does not go on: ${line}`;
      if (this.#memory !== undefined) this.report({ kind: 'remark', words: lost });
      this.#findAnother();
    } else if (this.#game !== undefined) this.#end({ words: line });
    else {
      this.stage = 'free';
      this.refuse('seek', line);
    }
    return true;
  }

  #end(over: Omit<GameEndedEvent, 'kind'>): void {
    this.stage = 'free';
    this.#game = undefined;
    for (const { wanted = 'play' } of this.takeBack(isTurn)) this.refuse(wanted, 'the game is over');
    this.report({ kind: 'ended', ...over });
  }

  // Our turns

  #granted({ message, turn }: QueuedRequest, answer: ServerMessage): boolean {
    const game = this.#game;
    if (game === undefined || answer.kind !== 'ok') return false;
    if (message.kind === 'forfeit') this.#end({ winner: opposite(game.color), how: 'resigned', words: 'OK' });
    else if (turn !== undefined) this.#turned(game, turn);
    if (game.hasTwoPasses) this.look();
    return true;
  }

  #refused(request: QueuedRequest, error: ErrorName, line: string): boolean {
    const { wanted = 'play', turn, again } = request;
    const game = this.#game;
    if (again && error === 'invalid-move' && turn !== undefined && game?.last !== undefined) {
      const { last } = game;
      this.#turned(game, turn);
      this.#turned(game, last);
      return true;
    }
    switch (error) {
      case 'invalid-move':
      case 'unknown':
        this.#turnAnnounced = false;
        break;
      case 'game-over':
        this.look();
        break;
      case 'not-in-game':
        break;
      case 'not-your-turn':
        // The server has said that it is our turn: it cannot store the move now (ruling).
        if (turn === undefined) return false;
        this.askAgain(request);
        this.report({ kind: 'remark', words: `${line}: trying again` });
        return true;
      // Another try would get the same answer, for ever.
      default:
        return false;
    }
    this.refuse(wanted, line);
    return error !== 'not-in-game' || this.#notInGame(line);
  }

  // What is wanted

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
        if (this.isPostponed) this.takeBack(isTurn);
        if (this.#onTurn('resign') !== undefined) this.ask({ message: { kind: 'forfeit' }, wanted: 'resign' });
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
    const game = this.#onTurn('play');
    if (game === undefined) return;
    const { x, y } = coordinates(game.board, point);
    if (pointAt(game.board, x, y) === undefined) {
      this.refuse('play', 'that is off the board');
      this.#turnAnnounced = false;
      this.#announceTurn();
      return;
    }
    const message = { kind: 'stone', ...intersectionOf(game.board, point) } as const;
    this.ask({ message, wanted: 'play', turn: { kind: 'play', color: game.color, point } });
  }

  #pass(): void {
    const game = this.#onTurn('pass');
    if (game === undefined) return;
    this.ask({ message: { kind: 'pass' }, wanted: 'pass', turn: { kind: 'pass', color: game.color } });
  }

  /** Out of turn the server would answer ERROR 4, so nothing is sent. */
  #onTurn(what: 'play' | 'pass' | 'resign'): ClientGame | undefined {
    const game = this.#game;
    if (game !== undefined && this.#turnAnnounced && !this.isAsking(isTurn)) return game;
    this.refuse(what, game === undefined ? 'no game has begun' : 'it is not our turn');
    return undefined;
  }
}

const isTurn = ({ message: { kind } }: QueuedRequest): boolean =>
  kind === 'stone' || kind === 'pass' || kind === 'forfeit';

/** Our DAIGO client: docs/protocols/daigo.md. */
export const daigoClient: ClientHalf = {
  name: 'daigo',
  game: 'go',
  intents: ['enter', 'seek', 'play', 'pass', 'resign', 'lobby', 'leave'],
  rematch: 'same connection',
  configure(settings) {
    const read = readSettings('daigo', clientSettings, settings);
    if (!read.ok) return read;
    return ok(
      (before) => new DaigoClientSession(read.value, before instanceof DaigoClientSession ? before : undefined),
    );
  },
};
