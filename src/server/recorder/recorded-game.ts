import type { GameId } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import { type LoggedMessage, MessageLog } from './message-log.ts';

/** At most this many messages of one seat are stored. */
const MAXIMUM_MESSAGES = 5_000;
/** The bytes of these messages together. */
const MAXIMUM_BYTES = 1 << 20;
/** Connections of one game whose messages are stored. A player who reconnects has another connection. */
const MAXIMUM_CONNECTIONS = 1_000;

/** One connection of a player of the game. */
export interface RecordedConnection {
  readonly index: number;
  readonly seat: Color;
  readonly protocol: string;
  /** The player was sent a message about the end of the game. */
  isNotified: boolean;
  /** The connection is closed, or its later messages do not belong to the game. */
  isOver: boolean;
}

/** The messages of both seats about one game. */
export class RecordedGame {
  readonly game: GameId;
  readonly log: MessageLog;
  readonly connections: RecordedConnection[] = [];
  /** The time of the game's end, in milliseconds since the epoch. Some players may not be notified yet. */
  endedAt: number | undefined;
  /** Some messages are missing. */
  isCut: boolean;
  readonly #used: Record<Color, { messages: number; bytes: number }> = {
    black: { messages: 0, bytes: 0 },
    white: { messages: 0, bytes: 0 },
  };

  /** `isCut`: the first messages of the game are missing. */
  constructor(game: GameId, isCut: boolean, log = new MessageLog()) {
    this.game = game;
    this.log = log;
    this.isCut = isCut;
  }

  /** Adds the connection of a player who starts or resumes the game. Earlier connections of the seat are over. */
  open(seat: Color, protocol: string): RecordedConnection {
    for (const connection of this.connections) if (connection.seat === seat) connection.isOver = true;
    // Above the maximum, only the latest connection of each seat is in the list, and its messages are not stored.
    const replaced = this.connections.findIndex(
      (connection) => connection.index >= MAXIMUM_CONNECTIONS && connection.seat === seat,
    );
    const index = replaced === -1 ? this.connections.length : replaced;
    const connection: RecordedConnection = { index, seat, protocol, isNotified: false, isOver: false };
    this.connections[index] = connection;
    return connection;
  }

  /** All players have been sent a message about the end, unless their connections are over. */
  get isNotified(): boolean {
    return this.connections.every(({ isOver, isNotified }) => isOver || isNotified);
  }

  /** No more messages belong to the game. */
  get isOver(): boolean {
    return this.connections.every(({ isOver }) => isOver);
  }

  /** Later messages do not belong to the game. */
  close(): void {
    for (const connection of this.connections) connection.isOver = true;
  }

  /** `turns`: how many moves the game had at this time. */
  add({ index, seat }: RecordedConnection, message: LoggedMessage, turns: number): void {
    const used = this.#used[seat];
    used.messages++;
    used.bytes += message.bytes.length;
    const isFull = used.messages > MAXIMUM_MESSAGES || used.bytes > MAXIMUM_BYTES || index >= MAXIMUM_CONNECTIONS;
    if (isFull) this.isCut = true;
    else this.log.add(message, index, turns);
  }
}
