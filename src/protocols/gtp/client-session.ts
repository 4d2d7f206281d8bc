import type { EngineChoice } from '../../engines/engine.ts';
import { type GtpCommand, makeColor, parseMove } from '../../engines/gtp/gtp-codec.ts';
import { GtpResponseMatcher } from '../../engines/gtp/gtp-response-matcher.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import type { ClientHalf, GameEndedEvent, NonMarkIntent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { configureClient } from '../read-settings.ts';
import { type ClientSessionSettings, clientSessionSettings } from './client-session-settings.ts';
import { LARGEST_BOARD, USUAL_KOMI } from './listener-settings.ts';

/** Matches the error text of our server after the end of a game. */
const IS_OVER = /^game over$/i;

interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

interface PendingCommand {
  readonly id: number;
  onAnswer(answer: Answer): void;
}

/** A game, stored by the controller. It survives a lost connection, because the controller sends the moves again. */
interface Game {
  readonly size: number;
  readonly moves: Move[];
}

/**
 * A client that is a controller. It plays one side, and requests the other side's moves from the engine, which is the server.
 */
class GtpClientSession extends LineClientSession {
  readonly #settings: ClientSessionSettings;
  readonly #responses = new GtpResponseMatcher();
  /** The commands without an answer, the oldest first. */
  readonly #pending: PendingCommand[] = [];
  #game: Game | undefined;
  /** The game of the lost connection. */
  readonly #interrupted: Game | undefined;
  /** Whether our player must move. */
  #isMoveRequested = false;
  #hasSeek = false;

  constructor(settings: ClientSessionSettings, before: GtpClientSession | undefined) {
    super();
    this.#settings = settings;
    this.#interrupted = before === undefined ? undefined : before.#game;
  }

  protected override greet(): void {
    this.#sendCommand(['protocol_version'], () => this.report({ kind: 'entered' }));
  }

  protected override onLine(line: string): void {
    const output = this.#responses.read(line);
    if (output?.kind === 'noise') this.report({ kind: 'remark', text: output.text });
    if (output?.kind === 'out-of-step') this.abort(`the engine answers command ${output.id}, which does not wait`);
    if (output?.kind !== 'answer') return;
    const place = this.#pending.findIndex(({ id }) => id === output.id);
    const [asked] = this.#pending.splice(0, place + 1).slice(-1);
    asked?.onAnswer(output);
  }

  protected override onIntent(intent: NonMarkIntent): void {
    const problem = this.#problemOf(intent);
    if (problem === undefined) this.#execute(intent);
    else this.refuse(intent.kind, problem);
  }

  #problemOf(intent: NonMarkIntent): string | undefined {
    switch (intent.kind) {
      case 'seek': {
        const { size = this.#settings.size } = intent;
        if (this.#game !== undefined || this.#hasSeek) return 'a game is under way';
        if (intent.opponent !== undefined) return 'GTP has no message that names an opponent';
        return size >= 2 && size <= LARGEST_BOARD ? undefined : `a size is a whole number from 2 to ${LARGEST_BOARD}`;
      }
      case 'play':
        if (this.#game === undefined) return 'there is no game';
        if (!this.#isMoveRequested) return 'it is not your turn';
        return intent.point < this.#game.size ** 2 ? undefined : 'the point is not on the board';
      case 'pass':
        if (this.#game === undefined) return 'there is no game';
        return this.#isMoveRequested ? undefined : 'it is not your turn';
      case 'resign':
        if (this.#game === undefined) return 'there is no game';
        // The engine reads no command while it chooses a move.
        return this.#isMoveRequested ? undefined : 'GTP can resign only in turn';
      case 'leave':
        return undefined;
      case 'enter':
      case 'cancel':
      case 'chat':
      case 'lobby':
        return 'this protocol has no message for that';
    }
  }

  #execute(intent: NonMarkIntent): void {
    switch (intent.kind) {
      case 'seek':
        this.#seek(intent.size ?? this.#settings.size);
        return;
      case 'play':
        this.#move({ kind: 'play', color: this.#settings.color, point: intent.point });
        return;
      case 'pass':
        this.#move({ kind: 'pass', color: this.#settings.color });
        return;
      case 'resign':
        this.#isMoveRequested = false;
        this.#sendCommand(['clear_board'], ({ text }) =>
          this.#end({ winner: opposite(this.#settings.color), reason: 'resigned', text: text }),
        );
        return;
      case 'leave':
        this.sendLine(this.#responses.makeRequest(['quit']).line);
        this.close();
        return;
      default:
        throw new Error(`a controller cannot ${intent.kind}`);
    }
  }

  /** Sets up the board. The moves of an interrupted game are sent again. */
  #seek(size: number): void {
    this.#hasSeek = true;
    const interrupted = this.#interrupted?.size === size ? this.#interrupted : undefined;
    const { komi } = this.#settings;
    this.#sendCommand(['boardsize', size], (answer) => {
      if (answer.ok) {
        if (komi !== undefined) this.#sendCommand(['komi', komi], () => {});
        this.#sendCommand(['clear_board'], () => this.#begin(size, interrupted));
      } else {
        this.#hasSeek = false;
        this.refuse('seek', answer.text);
      }
    });
  }

  #begin(size: number, interrupted: Game | undefined): void {
    const { color, komi = USUAL_KOMI } = this.#settings;
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    this.#hasSeek = false;
    this.#game = { size, moves: [] };
    this.report({ kind: 'game-started', game: 'go', color, size, ruleset, komi, setup: [], continues: false });
    for (const move of interrupted?.moves ?? []) {
      this.#sendCommand(commandFor(size, move), () => {});
      this.#applyMove(move);
    }
    this.#requestNextMove();
  }

  #move(move: Move): void {
    const { size } = this.#game ?? { size: 0 };
    this.#isMoveRequested = false;
    this.#sendCommand(commandFor(size, move), (answer) => {
      if (answer.ok) this.#applyMove(move);
      else if (IS_OVER.test(answer.text)) {
        this.#end({ text: answer.text });
        return;
      } else this.refuse(move.kind, answer.text);
      this.#requestNextMove();
    });
  }

  #applyMove(move: Move): void {
    this.#game?.moves.push(move);
    this.report(
      move.kind === 'play'
        ? { kind: 'played', color: move.color, point: move.point }
        : { kind: 'passed', color: move.color },
    );
  }

  /** Requests the next move from our player or from the engine. After two passes, requests the score. */
  #requestNextMove(): void {
    if (this.#game === undefined) return;
    const { moves } = this.#game;
    const { color } = this.#settings;
    const [last, before] = [moves.at(-1), moves.at(-2)];
    if (last?.kind === 'pass' && before?.kind === 'pass') {
      this.#sendCommand(['final_score'], (answer) => this.#end(endByScore(answer)));
    } else if ((last === undefined ? 'black' : opposite(last.color)) === color) {
      this.#isMoveRequested = true;
      this.report({ kind: 'your-turn', color });
    } else this.#sendCommand(['genmove', makeColor(opposite(color))], (answer) => this.#onGenmoveAnswer(answer));
  }

  #onGenmoveAnswer({ ok: isMove, text }: Answer): void {
    const { color } = this.#settings;
    const choice: EngineChoice | undefined = isMove ? parseMove(square(this.#game?.size ?? 0), text) : undefined;
    if (choice === undefined) {
      if (isMove) this.abort(`that is no move: ${text}`);
      else this.#end({ text: text });
    } else if (choice.kind === 'resign') this.#end({ winner: color, reason: 'resigned', text: text });
    else {
      this.#applyMove({ ...choice, color: opposite(color) });
      this.#requestNextMove();
    }
  }

  #end(over: Omit<GameEndedEvent, 'kind'>): void {
    this.#game = undefined;
    this.#isMoveRequested = false;
    this.report({ kind: 'game-ended', ...over });
  }

  #sendCommand(command: GtpCommand, onAnswer: (answer: Answer) => void): void {
    const { id, line } = this.#responses.makeRequest(command);
    this.#pending.push({ id, onAnswer });
    this.sendLine(line);
  }
}

function commandFor(size: number, move: Move): GtpCommand {
  const vertex = move.kind === 'pass' ? 'pass' : vertexName(square(size), move.point);
  return ['play', makeColor(move.color), vertex];
}

/** The end after `final_score`. Engines write scores in different forms, so an unknown form has no winner. */
function endByScore({ ok: isScore, text }: Answer): Omit<GameEndedEvent, 'kind'> {
  const [, winner] = isScore ? (/^([BW0])/i.exec(text) ?? []) : [];
  if (winner === undefined) return { reason: 'score', text };
  const side: Color | 'draw' = winner === '0' ? 'draw' : winner.toUpperCase() === 'B' ? 'black' : 'white';
  return { reason: 'score', winner: side, text };
}

/** The client's half of GTP, a controller: docs/protocols/gtp.md. */
export const gtpClient: ClientHalf = {
  name: 'gtp',
  game: 'go',
  intents: ['seek', 'play', 'pass', 'resign', 'leave'],
  rematch: 'same connection',
  configure: configureClient('gtp', clientSessionSettings, GtpClientSession),
};
