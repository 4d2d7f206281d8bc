import { ClientGameClock } from '../client/client-game-clock.ts';
import { ClientGameState } from '../client/client-game-state.ts';
import { describeClientEvent } from '../client/describe-client-event.ts';
import { ReconnectingClient, type ReconnectingClientEvent } from '../client/reconnecting-client.ts';
import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientHalf, GameEndedEvent, Intent, OpenClientSession } from '../protocols/client-session-types.ts';
import { commandFor } from './input-parser.ts';

export interface TerminalSessionOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly protocol: ClientHalf;
  readonly open: OpenClientSession;
  /** The seek that is sent after entering. */
  readonly seek: (Intent & { readonly kind: 'seek' }) | undefined;
  /** Called after each change; `line` is a message for the user. */
  readonly onChange: (line: string | undefined, event: ReconnectingClientEvent | undefined) => void;
}

/** The number of names that are remembered. */
const MOST_SPEAKERS = 100;

/** Milliseconds left: `turn` for our current move, and `left` for all our moves. */
export interface DisplayedTime {
  readonly turn?: number;
  readonly left?: number;
}

/** The state of the session with the server. */
export type TerminalStage = 'connecting' | 'idle' | 'waiting' | 'playing' | 'connection-lost' | 'closed';

/** The user's session with a server, independent of the user interface. It follows the game and carries out commands. */
export class TerminalSession {
  readonly protocol: ClientHalf;
  readonly #options: TerminalSessionOptions;
  readonly #client: ReconnectingClient;
  #game: ClientGameState | undefined;
  #stage: TerminalStage = 'connecting';
  #seek: (Intent & { kind: 'seek' }) | undefined;
  readonly #ownClock = new ClientGameClock();
  #hasResigned = false;
  /** The names that have spoken, or that the user has spoken to, latest last. */
  #speakers: readonly string[] = [];

  constructor(options: TerminalSessionOptions) {
    this.#options = options;
    this.protocol = options.protocol;
    const { dial, protocol, open, clock } = options;
    this.#client = new ReconnectingClient({ dial, protocol, open, clock, onEvent: (event) => this.#onEvent(event) });
  }

  /** The current game, or the last one. */
  get game(): ClientGameState | undefined {
    return this.#game;
  }

  get stage(): TerminalStage {
    return this.#stage;
  }

  /** The remaining time on our clock, if there is one. */
  timeLeft(now: number): DisplayedTime | undefined {
    const { turn, left } = this.#ownClock.time(now) ?? {};
    const ofTurn = turn === undefined || !this.#ownClock.isRunning ? {} : { turn: Math.min(turn, left ?? turn) };
    return turn === undefined && left === undefined
      ? undefined
      : { ...ofTurn, ...(left === undefined ? {} : { left }) };
  }

  /** Connects to the server. May be called again after `disconnected`, for another game. */
  connect(seek = this.#options.seek): void {
    this.#stage = 'connecting';
    this.#seek = seek;
    this.#client.connect(seek);
  }

  /** Sends an intent. Returns whether it was sent or will be. */
  perform(requested: Intent): boolean {
    const intent = this.#isMarking && requested.kind === 'play' ? ({ ...requested, kind: 'mark' } as const) : requested;
    if (this.#stage === 'closed') {
      if (intent.kind !== 'seek') return false;
      this.connect(intent);
      return true;
    }
    const allowed = this.#isAllowed(intent);
    if (intent.kind === 'resign') this.#hasResigned = allowed;
    if (intent.kind === 'chat') this.#addSpeaker(intent.to);
    if (intent.kind === 'seek') this.#seek = intent;
    if (intent.kind === 'cancel') this.#seek = undefined;
    // After a new name, the client repeats the seek that was refused together with the old name.
    const isSeek = intent.kind === 'seek' || (intent.kind === 'enter' && this.#seek !== undefined);
    if (isSeek && this.#stage === 'idle') this.#stage = 'connecting';
    const isWaiting = this.#stage === 'waiting';
    if (allowed) this.#client.perform(intent);
    // If the new seek was refused before it was sent, the earlier seek still waits.
    if (isWaiting && intent.kind === 'seek' && this.#stage === 'idle') this.#stage = 'waiting';
    return allowed;
  }

  /** Whether dead stones are marked, so that a point is a mark and no move. */
  get #isMarking(): boolean {
    return this.#game?.marks !== undefined;
  }

  /** Whether the protocol has a message for the intent and, for a stone on our turn, whether the stone is legal. */
  #isAllowed(intent: Intent): boolean {
    // In protocols with one connection per game, the client learns a moment later that the connection is closed.
    const isNextGame = intent.kind === 'seek' && this.#stage === 'idle';
    if (!isNextGame && !this.protocol.intents.includes(intent.kind)) {
      this.#options.onChange(this.#noMessageFor(intent.kind), undefined);
      return false;
    }
    const game = this.#game;
    const color = game?.ownColorToMove;
    if (intent.kind !== 'play' || game === undefined || color === undefined) return true;
    const why = game.judge(color, intent.point);
    if (why !== undefined) this.#options.onChange(`illegal move: ${why}`, undefined);
    return why === undefined;
  }

  #noMessageFor(kind: Intent['kind']): string {
    const { name } = this.protocol;
    return kind === 'seek'
      ? `${name} has no message for seek: connecting is the seek`
      : `${name} has no message for ${commandFor(kind)}`;
  }

  #onEvent(event: ReconnectingClientEvent): void {
    this.#ownClock.follow(event, this.#options.clock.now());
    if (event.kind === 'game-started' && !(event.continues && this.#game !== undefined))
      this.#game = new ClientGameState(event);
    if (event.kind === 'game-ended') this.#seek = undefined;
    const followed = this.#game?.follow(event);
    this.#stage = this.#stageAfter(event);
    if (event.kind === 'game-started') this.#hasResigned = false;
    if (event.kind === 'chat') this.#addSpeaker(event.from);
    const line = this.#isOfInterest(event) ? describeClientEvent(event, this.#game) : undefined;
    this.#options.onChange(line, event);
    if (event.kind === 'game-ended') this.#explain(event);
    if (followed?.ok === false)
      this.#options.onChange(`the server's message does not fit the game: ${followed.problem}`, undefined);
  }

  #addSpeaker(name: string | undefined): void {
    if (name !== undefined)
      this.#speakers = [...this.#speakers.filter((other) => other !== name), name].slice(-MOST_SPEAKERS);
  }

  /** During a game, the user wants to know of arrivals and departures only of the opponent and of partners in the chat. */
  #isOfInterest(event: ReconnectingClientEvent): boolean {
    if (event.kind !== 'player-joined' && event.kind !== 'player-left') return true;
    if (this.#game === undefined || this.#game.ending !== undefined) return true;
    return event.name === this.#game.info.opponent || this.#speakers.includes(event.name);
  }

  /** Explains the result if the server does not send it. */
  #explain({ winner, reason, score }: GameEndedEvent): void {
    if (winner !== undefined || reason !== undefined || score !== undefined || this.#game?.winningRow.length !== 0)
      return;
    const { area } = this.#game;
    const counted = area === undefined ? '' : `; the area on the board: black ${area.black}, white ${area.white}`;
    const why = this.#hasResigned ? 'you have resigned' : `the server does not say who has won${counted}`;
    this.#options.onChange(why, undefined);
  }

  /** Whether a seek follows the entering: one of our own, or the seek that entering implies. */
  get #isSeekDue(): boolean {
    return this.#seek !== undefined || !this.protocol.intents.includes('seek');
  }

  /** Whether we are seeking in a protocol in which the connection stays open after a refused seek. */
  get #isSeeking(): boolean {
    const isOpen = this.#stage === 'connecting' || this.#stage === 'waiting';
    return isOpen && this.protocol.intents.includes('seek');
  }

  #stageAfter(event: ReconnectingClientEvent): TerminalStage {
    switch (event.kind) {
      case 'entered':
        return this.#isSeekDue ? 'connecting' : 'idle';
      case 'game-ended':
        return 'idle';
      case 'waiting':
        return 'waiting';
      case 'refused':
        return event.intent === 'seek' && this.#isSeeking ? 'idle' : this.#stage;
      case 'game-started':
        return 'playing';
      case 'connection-lost':
        return 'connection-lost';
      case 'connection-failed':
      case 'disconnected':
        return 'closed';
      default:
        return this.#stage;
    }
  }
}
