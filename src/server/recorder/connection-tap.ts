import type { Notice, Started } from '../../lobby/notice.ts';
import type { Side } from '../../protocols/messages/interpreter.ts';
import type { LoggedUtterance } from './byte-log.ts';
import type { RecordedConnection, RecordedGame } from './recorded-game.ts';
import type { RecordedProtocol } from './stored-conversation.ts';

/** Of what is said before a game. */
const MOST_BEFORE = 20;
const MOST_BYTES_BEFORE = 8_192;
/** Of each side, in bytes: enough for how a client introduces itself. */
const LONGEST_INTRODUCTION = 256;

/** The same, its bytes as a string: of what thousands say who only wait, typed arrays would be the greater part. */
type Remembered = Omit<LoggedUtterance, 'bytes'> & { readonly text: string };

const LF = 0x0a;
const NOTHING: Remembered[] = [];
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

interface Seat {
  readonly game: RecordedGame;
  readonly talk: RecordedConnection;
  /** The player has been told of the end, or is about to be. */
  isEnding: boolean;
  /** Turns that the player has been told of as one who plays, and as one who watches. */
  told: number;
  seen: number;
}

/** One connection: what was last said on it, and the game that it speaks of. */
export class ConnectionRecording {
  /** What each side said first, as soon as something was said that is not in `#before`. */
  #introduction: Record<Side, string> | undefined;
  #before = NOTHING;
  #bytesBefore = 0;
  #seat: Seat | undefined;
  readonly #protocol: string;
  /** A line of the client's may be for one player alone, which only its beginning tells. */
  readonly #mayBePrivate: boolean;
  /** The client is in the middle of a line, … */
  #isInside = false;
  /** … of which the beginning is recorded nowhere, or in an earlier game. */
  #isHeadless = false;

  constructor({ name, privacy }: Pick<RecordedProtocol, 'name' | 'privacy'>) {
    this.#protocol = name;
    this.#mayBePrivate = privacy !== 'public';
  }

  /** Nothing once the recording of its conversation is over. */
  get game(): RecordedGame | undefined {
    return this.#seat?.talk.isOver === false ? this.#seat.game : undefined;
  }

  /** `mayRecord`: there is memory for what belongs to a game. */
  said(heard: LoggedUtterance, mayRecord: boolean): void {
    // What a client says once it was told of the end belongs to whatever comes next.
    if (heard.from === 'client' && this.#seat?.talk.isTold) this.leave();
    const known = this.#mayBePrivate && heard.from === 'client' ? this.#withoutTail(heard) : heard;
    if (known !== undefined) this.#take(known, mayRecord);
  }

  #take(heard: LoggedUtterance, mayRecord: boolean): void {
    const { from, bytes } = heard;
    const introduced = this.#introduction?.[from];
    if (this.#introduction !== undefined && introduced !== undefined && introduced.length < LONGEST_INTRODUCTION) {
      this.#introduction[from] += textOf(bytes.subarray(0, LONGEST_INTRODUCTION - introduced.length));
    }
    const seat = this.game === undefined ? undefined : this.#seat;
    if (seat === undefined || (seat.isEnding && this.#mayBeNext(from))) this.#remember(heard);
    if (seat === undefined) return;
    if (mayRecord) seat.game.add(seat.talk, heard, Math.max(seat.told, seat.seen));
    else {
      seat.game.isCut = true;
      this.#isHeadless = this.#isInside;
    }
    if (from === 'server' && seat.isEnding) seat.talk.isTold = true;
  }

  sitDown(game: RecordedGame, { color, moves }: Started): void {
    const talk = game.open(color === 'both' ? 'black' : color, this.#protocol);
    const turns = moves.length;
    this.#seat = { game, talk, isEnding: false, told: turns, seen: turns };
    if (this.#introduction !== undefined) {
      for (const from of ['client', 'server'] as const) {
        const said = this.#introduction[from];
        // Half a line does not show for whom it was meant.
        const bytes = bytesOf(this.#mayBePrivate ? said.slice(0, said.lastIndexOf('\n') + 1) : said);
        game.add(talk, { order: 0, at: 0, from, kind: 'earlier', bytes }, 0);
      }
    }
    for (const { text, ...heard } of this.#before) game.add(talk, { ...heard, bytes: bytesOf(text) }, turns);
    this.#forget();
  }

  noticed(notice: Notice): void {
    const seat = this.#seat;
    if (seat === undefined) return;
    switch (notice.kind) {
      case 'played':
      case 'passed':
        seat.told++;
        return;
      case 'news':
        if (notice.game !== seat.game.game) return;
        if (notice.news.kind === 'undone') seat.told = seat.seen = notice.news.view.moves.length;
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
        // News of something else.
        if (seat.talk.isTold) this.leave();
    }
  }

  /** The connection speaks of the game no more. */
  leave(): void {
    if (this.#seat === undefined) return;
    this.#seat.talk.isOver = true;
    this.#seat = undefined;
    const last = this.#before.findLast(({ from }) => from === 'client');
    this.#isHeadless = this.#isInside && (last === undefined || !isUnfinished(last));
  }

  /** What a client says, without the rest of a line whose beginning is not recorded with it; nothing where there is no more. */
  #withoutTail(heard: LoggedUtterance): LoggedUtterance | undefined {
    const { bytes } = heard;
    if (bytes.length > 0) this.#isInside = bytes.at(-1) !== LF;
    if (!this.#isHeadless) return heard;
    const end = bytes.indexOf(LF) + 1;
    if (end === 0) return undefined;
    this.#isHeadless = false;
    return end === bytes.length ? undefined : { ...heard, bytes: bytes.subarray(end) };
  }

  /** After a game's end a client may already speak of the next, and the server answers. */
  #mayBeNext(from: Side): boolean {
    return from === 'client' || this.#before.length > 0;
  }

  #remember({ order, at, from, kind, bytes }: LoggedUtterance): void {
    // What is longer is forgotten at once, with all that came before.
    const text = textOf(bytes.subarray(0, MOST_BYTES_BEFORE + 1));
    const last = this.#before.at(-1);
    this.#bytesBefore += text.length;
    if (last !== undefined && isUnfinished(last) && last.from === from && last.kind === kind) {
      this.#before[this.#before.length - 1] = { order, at, from, kind, text: last.text + text };
    } else if (this.#before.length < MOST_BEFORE) {
      // An array that grows by itself keeps room for sixteen more.
      this.#before = this.#before.concat({ order, at, from, kind, text });
    } else {
      // First it is there, so that nothing of it stays without its beginning.
      this.#before.push({ order, at, from, kind, text });
      this.#forgetFirst();
    }
    while (this.#bytesBefore > MOST_BYTES_BEFORE) this.#forgetFirst();
  }

  #forgetFirst(): void {
    this.#introduce();
    const first = this.#before.shift();
    this.#bytesBefore -= first?.text.length ?? 0;
    if (this.#mayBePrivate && first?.from === 'client' && isUnfinished(first)) this.#behead();
  }

  /** The beginning of a line is forgotten, and the rest of it goes, too. */
  #behead(): void {
    for (let index = this.#before.findIndex(isClient); index !== -1; index = this.#before.findIndex(isClient)) {
      const next = this.#before[index]!;
      const end = next.text.indexOf('\n') + 1;
      const text = end === 0 ? '' : next.text.slice(end);
      this.#bytesBefore -= next.text.length - text.length;
      if (text === '') this.#before.splice(index, 1);
      else this.#before[index] = { ...next, text };
      if (end > 0) return;
    }
    this.#isHeadless = this.#isInside;
  }

  #forget(): void {
    this.#introduce();
    this.#before = NOTHING;
    this.#bytesBefore = 0;
  }

  /** As long as nothing was forgotten, what was said first stands in `#before`. */
  #introduce(): void {
    const first = (side: Side): string => {
      const said = this.#before.filter(({ from }) => from === side).map(({ text }) => text);
      return said.join('').slice(0, LONGEST_INTRODUCTION);
    };
    this.#introduction ??= { client: first('client'), server: first('server') };
  }
}

/** A client that sends its bytes one by one has said one thing all the same. */
const isClient = ({ from }: Remembered): boolean => from === 'client';

const isUnfinished = ({ text }: Remembered): boolean => !text.endsWith('\n');
