import type { GameId } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import { type LoggedMessage, MessageLog } from './message-log.ts';

/** Limits of one seat. What exceeds them is not kept. */
const MAXIMUM_MESSAGES = 5_000;
const MAXIMUM_BYTES = 1 << 20;
/** Connections that are kept for one game. A player who comes back has another connection. */
const MAXIMUM_CONNECTIONS = 1_000;

/** One connection of a player of the game. */
export interface RecordedConnection {
  readonly index: number;
  readonly seat: Color;
  readonly protocol: string;
  /** A message was sent after the player was notified that the game is over. */
  isTold: boolean;
  /** The connection is closed, or its messages belong to something else. */
  isOver: boolean;
}

/** The messages of both seats about one game. */
export class RecordedGame {
  readonly game: GameId;
  readonly log: MessageLog;
  readonly connections: RecordedConnection[] = [];
  /** Milliseconds since the epoch. The game is over. Some players may not be notified yet. */
  endedAt: number | undefined;
  /** Some messages are missing. */
  isCut: boolean;
  readonly #used: Record<Color, { messages: number; bytes: number }> = {
    black: { messages: 0, bytes: 0 },
    white: { messages: 0, bytes: 0 },
  };

  /** `isCut`: the game began before this recording. */
  constructor(game: GameId, isCut: boolean, log = new MessageLog()) {
    this.game = game;
    this.log = log;
    this.isCut = isCut;
  }

  /** A player sits down, for the first time or again. An earlier connection of the seat is over. */
  open(seat: Color, protocol: string): RecordedConnection {
    for (const connection of this.connections) if (connection.seat === seat) connection.isOver = true;
    // Above the maximum only the latest connection of each seat is known, and its messages are not kept.
    const replaced = this.connections.findIndex(
      ({ index, ...other }) => index >= MAXIMUM_CONNECTIONS && other.seat === seat,
    );
    const index = replaced === -1 ? this.connections.length : replaced;
    const connection: RecordedConnection = { index, seat, protocol, isTold: false, isOver: false };
    this.connections[index] = connection;
    return connection;
  }

  get isTold(): boolean {
    return this.connections.every(({ isOver, isTold }) => isOver || isTold);
  }

  get isSilent(): boolean {
    return this.connections.every(({ isOver }) => isOver);
  }

  /** Messages from now on belong to something else. */
  silence(): void {
    for (const connection of this.connections) connection.isOver = true;
  }

  /** `turns`: how many the game had by then. */
  add({ index, seat }: RecordedConnection, message: LoggedMessage, turns: number): void {
    const used = this.#used[seat];
    used.messages++;
    used.bytes += message.bytes.length;
    const isFull = used.messages > MAXIMUM_MESSAGES || used.bytes > MAXIMUM_BYTES || index >= MAXIMUM_CONNECTIONS;
    if (isFull) this.isCut = true;
    else this.log.add(message, index, turns);
  }
}
