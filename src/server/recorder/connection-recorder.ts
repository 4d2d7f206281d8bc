import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Speaker } from '../../protocols/messages/protocol-messages.ts';
import type { LoggedMessage } from './message-log.ts';
import type { RecordedConnection, RecordedGame } from './recorded-game.ts';

/** At most this many messages from before a game are stored. */
const MAXIMUM_BEFORE = 20;
/** The bytes of these messages together. */
const MAXIMUM_BYTES_BEFORE = 8_192;
/** Bytes of each side's first messages, in which the client introduces itself. They are stored with every game of the connection. */
const MAXIMUM_OPENING = 256;

/** A message with its bytes as a string. With thousands of waiting clients, typed arrays would take most of the memory. */
type RecentMessage = Omit<LoggedMessage, 'bytes'> & { readonly text: string };

const NOTHING: RecentMessage[] = [];

interface Seat {
  readonly game: RecordedGame;
  readonly connection: RecordedConnection;
  /** The notice of the game's end is being sent, or was sent. */
  isEnding: boolean;
  /** Moves of the game that were sent to the client as a player. */
  sent: number;
  /** Moves of the game that were sent to the client as a spectator. */
  watched: number;
}

/** Records one connection: its latest messages, and the game to which they belong. */
export class ConnectionRecorder {
  readonly #protocol: string;
  /** The first messages of each side, as far as they are no longer in `#before`. */
  #opening = NOTHING;
  /** Bytes by side that the opening may still take. */
  #openingLeft: Record<Speaker, number> | undefined;
  /** The latest messages that belong to no game. */
  #before = NOTHING;
  #bytesBefore = 0;
  #seat: Seat | undefined;

  constructor(protocol: string) {
    this.#protocol = protocol;
  }

  /** The game to which messages belong now. */
  get game(): RecordedGame | undefined {
    return this.#seat?.connection.isOver === false ? this.#seat.game : undefined;
  }

  /** `hasMemory`: false if the recordings of all games have reached the memory limit. */
  add(message: LoggedMessage, hasMemory: boolean): void {
    const { from } = message;
    // Once the client knows of the end, its messages do not belong to this game.
    if (from === 'client' && this.#seat?.connection.isNotified) this.leave();
    const seat = this.game === undefined ? undefined : this.#seat;
    if (seat === undefined || (seat.isEnding && this.#mayBeNext(from))) this.#remember(message);
    if (seat === undefined) return;
    if (hasMemory) seat.game.add(seat.connection, message, Math.max(seat.sent, seat.watched));
    else seat.game.isCut = true;
    if (from === 'server' && seat.isEnding) seat.connection.isNotified = true;
  }

  startGame(game: RecordedGame, { color, moves }: StartedNotice): void {
    const connection = game.open(color === 'both' ? 'black' : color, this.#protocol);
    const turns = moves.length;
    this.#seat = { game, connection, isEnding: false, sent: turns, watched: turns };
    for (const earlier of this.#opening) game.add(connection, { ...toLogged(earlier), kind: 'earlier' }, 0);
    for (const before of this.#before) game.add(connection, toLogged(before), turns);
    this.#forget();
  }

  notified(notice: Notice): void {
    const seat = this.#seat;
    if (seat === undefined) return;
    switch (notice.kind) {
      case 'played':
      case 'passed':
        seat.sent++;
        return;
      case 'spectator-update':
        if (notice.game !== seat.game.game) return;
        if (notice.update.kind === 'undone') seat.sent = seat.watched = notice.update.view.moves.length;
        else if (notice.update.kind === 'played' || notice.update.kind === 'passed') seat.watched++;
        return;
      case 'ended':
        seat.isEnding = true;
        this.#forget();
        return;
      case 'directory':
      case 'play-started':
        return;
      default:
        // After the end of the game, any other notice is about something else.
        if (seat.connection.isNotified) this.leave();
    }
  }

  /** Later messages do not belong to the game. */
  leave(): void {
    if (this.#seat === undefined) return;
    this.#seat.connection.isOver = true;
    this.#seat = undefined;
  }

  /** Whether a message after the end of a game may belong to the next game: a client's message, or the server's answer to one. */
  #mayBeNext(from: Speaker): boolean {
    return from === 'client' || this.#before.length > 0;
  }

  #remember({ bytes, ...message }: LoggedMessage): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    this.#bytesBefore += text.length;
    // `push` on an empty array would reserve memory for 16 more elements.
    this.#before = this.#before.concat({ ...message, text });
    while (this.#before.length > MAXIMUM_BEFORE || this.#bytesBefore > MAXIMUM_BYTES_BEFORE) this.#forgetFirst();
  }

  #forget(): void {
    while (this.#before.length > 0) this.#forgetFirst();
    this.#before = NOTHING;
  }

  /** Moves the first message to the opening if it fits there. */
  #forgetFirst(): void {
    const first = this.#before.shift();
    if (first === undefined) return;
    const { from, kind, text } = first;
    this.#bytesBefore -= text.length;
    this.#openingLeft ??= { client: MAXIMUM_OPENING, server: MAXIMUM_OPENING };
    const left = this.#openingLeft[from] - text.length;
    this.#openingLeft[from] = left < 0 ? 0 : left;
    if (left >= 0 && kind === 'public') this.#opening = this.#opening.concat(first);
  }
}

const toLogged = ({ text, ...message }: RecentMessage): LoggedMessage => ({
  ...message,
  bytes: Buffer.from(text, 'latin1'),
});
