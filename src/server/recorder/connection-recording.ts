import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Speaker } from '../../protocols/messages/protocol-messages.ts';
import type { LoggedMessage } from './message-log.ts';
import type { RecordedConnection, RecordedGame } from './recorded-game.ts';

/** Messages before a game that are kept. */
const MAXIMUM_BEFORE = 20;
const MAXIMUM_BYTES_BEFORE = 8_192;
/** Bytes of each side's first messages, which are kept for all games of the connection: how a client introduces itself. */
const MAXIMUM_OPENING = 256;

/** A message with its bytes as a string: for thousands of waiting clients, typed arrays would take most of the memory. */
type Remembered = Omit<LoggedMessage, 'bytes'> & { readonly text: string };

const NOTHING: Remembered[] = [];

interface Seat {
  readonly game: RecordedGame;
  readonly connection: RecordedConnection;
  /** The player was notified of the end, or is about to be. */
  isEnding: boolean;
  /** Turns that were sent to the client as a player, and as a spectator. */
  sent: number;
  seen: number;
}

/** One connection: its latest messages, and the game to which they belong. */
export class ConnectionRecording {
  readonly #protocol: string;
  /** The first messages, once they are older than those in `#before`; closed for a side whose next one did not fit. */
  #opening = NOTHING;
  #openingLeft: Record<Speaker, number> | undefined;
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

  /** `hasMemory`: there is memory for messages of a game. */
  add(message: LoggedMessage, hasMemory: boolean): void {
    const { from } = message;
    // After the end, the client's messages do not belong to this game.
    if (from === 'client' && this.#seat?.connection.isTold) this.leave();
    const seat = this.game === undefined ? undefined : this.#seat;
    if (seat === undefined || (seat.isEnding && this.#mayBeNext(from))) this.#remember(message);
    if (seat === undefined) return;
    if (hasMemory) seat.game.add(seat.connection, message, Math.max(seat.sent, seat.seen));
    else seat.game.isCut = true;
    if (from === 'server' && seat.isEnding) seat.connection.isTold = true;
  }

  sitDown(game: RecordedGame, { color, moves }: StartedNotice): void {
    const connection = game.open(color === 'both' ? 'black' : color, this.#protocol);
    const turns = moves.length;
    this.#seat = { game, connection, isEnding: false, sent: turns, seen: turns };
    for (const earlier of this.#opening) game.add(connection, { ...logged(earlier), kind: 'earlier' }, 0);
    for (const before of this.#before) game.add(connection, logged(before), turns);
    this.#forget();
  }

  noticed(notice: Notice): void {
    const seat = this.#seat;
    if (seat === undefined) return;
    switch (notice.kind) {
      case 'played':
      case 'passed':
        seat.sent++;
        return;
      case 'news':
        if (notice.game !== seat.game.game) return;
        if (notice.news.kind === 'undone') seat.sent = seat.seen = notice.news.view.moves.length;
        else if (notice.news.kind === 'played' || notice.news.kind === 'passed') seat.seen++;
        return;
      case 'ended':
        seat.isEnding = true;
        this.#forget();
        return;
      case 'directory':
      case 'begun':
        return;
      default:
        // The notice is not about the game.
        if (seat.connection.isTold) this.leave();
    }
  }

  /** Messages from now on do not belong to the game. */
  leave(): void {
    if (this.#seat === undefined) return;
    this.#seat.connection.isOver = true;
    this.#seat = undefined;
  }

  /** After the end of a game a client may already speak of the next one, and the server answers. */
  #mayBeNext(from: Speaker): boolean {
    return from === 'client' || this.#before.length > 0;
  }

  #remember({ bytes, ...message }: LoggedMessage): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    this.#bytesBefore += text.length;
    // `push` on an empty array would reserve room for sixteen more.
    this.#before = this.#before.concat({ ...message, text });
    while (this.#before.length > MAXIMUM_BEFORE || this.#bytesBefore > MAXIMUM_BYTES_BEFORE) this.#forgetFirst();
  }

  #forget(): void {
    while (this.#before.length > 0) this.#forgetFirst();
    this.#before = NOTHING;
  }

  /** Keeps the message if it belongs to the opening. */
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

const logged = ({ text, ...message }: Remembered): LoggedMessage => ({
  ...message,
  bytes: Buffer.from(text, 'latin1'),
});
