import type { Notice, Started } from '../../lobby/notice.ts';
import type { Side } from '../../meanings/interpreter.ts';
import type { RecordedGame, Talk } from './recorded-game.ts';
import type { Utterance } from './tape.ts';

/** What was said on a connection. */
export type Heard = Omit<Utterance, 'talk' | 'turns'>;

/** Of what is said before a game. */
const MOST_BEFORE = 20;
const MOST_BYTES_BEFORE = 8_192;
/** Of each side, in bytes: enough for how a client introduces itself. */
const LONGEST_INTRODUCTION = 256;

interface Seat {
  readonly game: RecordedGame;
  readonly talk: Talk;
  /** The player has been told of the end, or is about to be. */
  isEnding: boolean;
  /** Turns that the player has been told of as one who plays, and as one who watches. */
  told: number;
  seen: number;
}

/** One connection: what was last said on it, and the game that it speaks of. */
export class Overheard {
  readonly #introduction: Record<Side, Uint8Array> = { client: new Uint8Array(0), server: new Uint8Array(0) };
  #before: Heard[] = [];
  #bytesBefore = 0;
  /** Something was said that is not in `#before`. */
  #forgot = false;
  #seat: Seat | undefined;

  /** Nothing once the recording of its conversation is over. */
  get game(): RecordedGame | undefined {
    return this.#seat?.talk.isOver === false ? this.#seat.game : undefined;
  }

  /** `mayRecord`: there is memory for what belongs to a game. */
  said(heard: Heard, mayRecord: boolean): void {
    const { from, bytes } = heard;
    // What a client says once it was told of the end belongs to whatever comes next.
    if (from === 'client' && this.#seat?.talk.isTold) this.leave();
    const introduced = this.#introduction[from];
    if (introduced.length < LONGEST_INTRODUCTION) {
      const more = bytes.subarray(0, LONGEST_INTRODUCTION - introduced.length);
      this.#introduction[from] = Buffer.concat([introduced, more]);
    }
    const seat = this.game === undefined ? undefined : this.#seat;
    if (seat === undefined || (seat.isEnding && this.#mayBeNext(from))) this.#remember(heard);
    if (seat === undefined) return;
    if (mayRecord) seat.game.add(seat.talk, { ...heard, turns: Math.max(seat.told, seat.seen) });
    else seat.game.isCut = true;
    if (from === 'server' && seat.isEnding) seat.talk.isTold = true;
  }

  sitDown(game: RecordedGame, { color, actions }: Started, protocol: string): void {
    const talk = game.open(color === 'both' ? 'black' : color, protocol);
    const turns = actions.length;
    this.#seat = { game, talk, isEnding: false, told: turns, seen: turns };
    if (this.#forgot) {
      for (const from of ['client', 'server'] as const) {
        game.add(talk, { order: 0, at: 0, from, kind: 'earlier', turns: 0, bytes: this.#introduction[from] });
      }
    }
    for (const heard of this.#before) game.add(talk, { ...heard, turns });
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
        if (notice.news.kind === 'undone') seat.told = seat.seen = notice.news.view.actions.length;
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
    if (this.#seat !== undefined) this.#seat.talk.isOver = true;
    this.#seat = undefined;
  }

  /** After a game's end a client may already speak of the next, and the server answers. */
  #mayBeNext(from: Side): boolean {
    return from === 'client' || this.#before.length > 0;
  }

  #remember(heard: Heard): void {
    const last = this.#before.at(-1);
    if (last !== undefined && isUnfinished(last) && last.from === heard.from && last.kind === heard.kind) {
      this.#before[this.#before.length - 1] = { ...heard, bytes: Buffer.concat([last.bytes, heard.bytes]) };
    } else this.#before.push({ ...heard, bytes: Uint8Array.from(heard.bytes) });
    this.#bytesBefore += heard.bytes.length;
    while (this.#before.length > MOST_BEFORE || this.#bytesBefore > MOST_BYTES_BEFORE) {
      this.#bytesBefore -= this.#before.shift()?.bytes.length ?? 0;
      this.#forgot = true;
    }
  }

  #forget(): void {
    this.#forgot = true;
    this.#before = [];
    this.#bytesBefore = 0;
  }
}

/** A client that sends its bytes one by one has said one thing all the same. */
const isUnfinished = ({ bytes }: Heard): boolean => bytes.at(-1) !== 0x0a;
