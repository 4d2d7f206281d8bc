import type { EngineChoice } from '../../engines/engine.ts';
import { type GtpCommand, makeColor, parseMove } from '../../engines/gtp/gtp-codec.ts';
import { GtpResponseReader } from '../../engines/gtp/gtp-response-reader.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import { ok } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import type { ClientHalf, GameEndedEvent, NonMarkIntent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { readSettings } from '../read-settings.ts';
import { type ClientSettings, clientSettings } from './client-settings.ts';
import { LARGEST_BOARD, USUAL_KOMI } from './listener-settings.ts';

/** The texts with which our server says that there is no game any more. */
const IS_OVER = /^game over$/i;

interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

interface Asked {
  readonly id: number;
  onAnswer(answer: Answer): void;
}

/** A game as this side knows it. The engine is never asked for it, so a lost connection does not end it. */
interface Game {
  readonly size: number;
  readonly moves: Move[];
}

/** The client as a controller: it plays one side, and asks the engine on the server's side for the moves of the other. */
class GtpClientSession extends LineClientSession {
  readonly #settings: ClientSettings;
  readonly #reader = new GtpResponseReader();
  /** Commands without an answer, the oldest first. */
  readonly #asked: Asked[] = [];
  #game: Game | undefined;
  /** The game of the lost connection. */
  readonly #interrupted: Game | undefined;
  /** A move is expected from us. */
  #isCalled = false;
  #hasSeek = false;

  constructor(settings: ClientSettings, interrupted: Game | undefined) {
    super();
    this.#settings = settings;
    this.#interrupted = interrupted;
  }

  /** The game that goes on. */
  get game(): Game | undefined {
    return this.#game;
  }

  protected override greet(): void {
    this.#ask(['protocol_version'], () => this.report({ kind: 'entered' }));
  }

  protected override onLine(line: string): void {
    const output = this.#reader.read(line);
    if (output?.kind === 'noise') this.report({ kind: 'remark', words: output.text });
    if (output?.kind === 'out-of-step') this.abort(`the engine answers command ${output.id}, which does not wait`);
    if (output?.kind !== 'answer') return;
    const place = this.#asked.findIndex(({ id }) => id === output.id);
    const [asked] = this.#asked.splice(0, place + 1).slice(-1);
    asked?.onAnswer(output);
  }

  protected override onIntent(intent: NonMarkIntent): void {
    const problem = this.#problemOf(intent);
    if (problem === undefined) this.#obey(intent);
    else this.refuse(intent.kind, problem);
  }

  #problemOf(intent: NonMarkIntent): string | undefined {
    switch (intent.kind) {
      case 'seek': {
        const { size = this.#settings.size } = intent;
        if (this.#game !== undefined || this.#hasSeek) return 'a game is under way';
        if (intent.opponent !== undefined) return 'GTP has no words for an opponent';
        return size >= 2 && size <= LARGEST_BOARD ? undefined : `a size is a whole number from 2 to ${LARGEST_BOARD}`;
      }
      case 'play':
        if (this.#game === undefined) return 'there is no game';
        if (!this.#isCalled) return 'it is not your turn';
        return intent.point < this.#game.size ** 2 ? undefined : 'the point is not on the board';
      case 'pass':
        if (this.#game === undefined) return 'there is no game';
        return this.#isCalled ? undefined : 'it is not your turn';
      case 'resign':
        if (this.#game === undefined) return 'there is no game';
        // The engine reads no command while it chooses a move.
        return this.#isCalled ? undefined : 'GTP can resign only in turn';
      case 'leave':
        return undefined;
      case 'enter':
      case 'cancel':
      case 'chat':
      case 'lobby':
        return 'this protocol has no words for that';
    }
  }

  #obey(intent: NonMarkIntent): void {
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
        this.#isCalled = false;
        this.#ask(['clear_board'], ({ text }) =>
          this.#end({ winner: opposite(this.#settings.color), how: 'resigned', words: text }),
        );
        return;
      case 'leave':
        this.sendLine(this.#reader.makeRequest(['quit']).line);
        this.close();
        return;
      default:
        throw new Error(`a controller cannot ${intent.kind}`);
    }
  }

  /** Sets the board up. An interrupted game is repeated move by move. */
  #seek(size: number): void {
    this.#hasSeek = true;
    const interrupted = this.#interrupted?.size === size ? this.#interrupted : undefined;
    const { komi } = this.#settings;
    this.#ask(['boardsize', size], (answer) => {
      if (answer.ok) {
        if (komi !== undefined) this.#ask(['komi', komi], () => {});
        this.#ask(['clear_board'], () => this.#begin(size, interrupted));
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
    this.report({ kind: 'begun', game: 'go', color, size, ruleset, komi, setup: [], continues: false });
    for (const move of interrupted?.moves ?? []) {
      this.#ask(commandFor(size, move), () => {});
      this.#made(move);
    }
    this.#goOn();
  }

  /** Our own move. */
  #move(move: Move): void {
    const { size } = this.#game ?? { size: 0 };
    this.#isCalled = false;
    this.#ask(commandFor(size, move), (answer) => {
      if (answer.ok) this.#made(move);
      else if (IS_OVER.test(answer.text)) {
        this.#end({ words: answer.text });
        return;
      } else this.refuse(move.kind, answer.text);
      this.#goOn();
    });
  }

  #made(move: Move): void {
    this.#game?.moves.push(move);
    this.report(
      move.kind === 'play'
        ? { kind: 'played', color: move.color, point: move.point }
        : { kind: 'passed', color: move.color },
    );
  }

  /** Asks us for a move, or the engine, or for the score after two passes. */
  #goOn(): void {
    if (this.#game === undefined) return;
    const { moves } = this.#game;
    const { color } = this.#settings;
    const [last, before] = [moves.at(-1), moves.at(-2)];
    if (last?.kind === 'pass' && before?.kind === 'pass') {
      this.#ask(['final_score'], (answer) => this.#end(overByScore(answer)));
    } else if ((last === undefined ? 'black' : opposite(last.color)) === color) {
      this.#isCalled = true;
      this.report({ kind: 'your-turn', color });
    } else this.#ask(['genmove', makeColor(opposite(color))], (answer) => this.#answered(answer));
  }

  #answered({ ok: isMove, text }: Answer): void {
    const { color } = this.#settings;
    const choice: EngineChoice | undefined = isMove ? parseMove(square(this.#game?.size ?? 0), text) : undefined;
    if (choice === undefined) {
      if (isMove) this.abort(`that is no move: ${text}`);
      else this.#end({ words: text });
    } else if (choice.kind === 'resign') this.#end({ winner: color, how: 'resigned', words: text });
    else {
      this.#made({ ...choice, color: opposite(color) });
      this.#goOn();
    }
  }

  #end(over: Omit<GameEndedEvent, 'kind'>): void {
    this.#game = undefined;
    this.#isCalled = false;
    this.report({ kind: 'ended', ...over });
  }

  #ask(command: GtpCommand, onAnswer: (answer: Answer) => void): void {
    const { id, line } = this.#reader.makeRequest(command);
    this.#asked.push({ id, onAnswer });
    this.sendLine(line);
  }
}

function commandFor(size: number, move: Move): GtpCommand {
  const vertex = move.kind === 'pass' ? 'pass' : vertexName(square(size), move.point);
  return ['play', makeColor(move.color), vertex];
}

/** Engines write the score as they like; what is not understood is left to the board. */
function overByScore({ ok: isScore, text }: Answer): Omit<GameEndedEvent, 'kind'> {
  const [, winner] = isScore ? (/^([BW0])/i.exec(text) ?? []) : [];
  const words = text;
  if (winner === undefined) return { how: 'score', words };
  const side: Color | 'nobody' = winner === '0' ? 'nobody' : winner.toUpperCase() === 'B' ? 'black' : 'white';
  return { how: 'score', winner: side, words };
}

/** Our GTP client, a controller: docs/protocols/gtp.md. */
export const gtpClient: ClientHalf = {
  name: 'gtp',
  game: 'go',
  intents: ['seek', 'play', 'pass', 'resign', 'leave'],
  rematch: 'same connection',
  configure(settings) {
    const read = readSettings('gtp', clientSettings, settings);
    if (!read.ok) return read;
    return ok(
      (before) => new GtpClientSession(read.value, before instanceof GtpClientSession ? before.game : undefined),
    );
  },
};
