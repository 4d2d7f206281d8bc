import type { GameId } from '../../lobby/games/event.ts';
import type { Color } from '../../rules/color.ts';
import { ByteLog, type LoggedUtterance } from './byte-log.ts';

/** Of one seat: what goes beyond it is not kept. */
const MOST_UTTERANCES = 5_000;
const MOST_BYTES = 1 << 20;
/** Connections whose part is kept: each time that a player comes back is one more. */
const MOST_TALKS = 1_000;

/** One connection's part of what is said about a game. */
export interface RecordedConnection {
  readonly index: number;
  readonly seat: Color;
  readonly protocol: string;
  /** Something has been said since its player was told that the game is over. */
  isTold: boolean;
  /** The connection is gone, or speaks of something else. */
  isOver: boolean;
}

/** All that was said about one game, on both seats, by whoever sat there. */
export class RecordedGame {
  readonly game: GameId;
  readonly tape: ByteLog;
  readonly talks: RecordedConnection[] = [];
  /** Milliseconds since the epoch; the game is over, and perhaps not everybody has been told. */
  endedAt: number | undefined;
  /** More was said than is here. */
  isCut: boolean;
  readonly #used: Record<Color, { utterances: number; bytes: number }> = {
    black: { utterances: 0, bytes: 0 },
    white: { utterances: 0, bytes: 0 },
  };

  /** `isCut`: the game is older than this recording. */
  constructor(game: GameId, isCut: boolean, tape = new ByteLog()) {
    this.game = game;
    this.tape = tape;
    this.isCut = isCut;
  }

  /** Somebody sits down, for the first time or once more: an earlier talk of the seat is over. */
  open(seat: Color, protocol: string): RecordedConnection {
    for (const talk of this.talks) if (talk.seat === seat) talk.isOver = true;
    // Beyond the most, only the latest of each seat is known, and nothing of it is kept.
    const replaced = this.talks.findIndex((talk) => talk.index >= MOST_TALKS && talk.seat === seat);
    const index = replaced === -1 ? this.talks.length : replaced;
    const talk: RecordedConnection = { index, seat, protocol, isTold: false, isOver: false };
    this.talks[index] = talk;
    return talk;
  }

  get isTold(): boolean {
    return this.talks.every(({ isOver, isTold }) => isOver || isTold);
  }

  get isSilent(): boolean {
    return this.talks.every(({ isOver }) => isOver);
  }

  /** Whatever is said from here on belongs to something else. */
  silence(): void {
    for (const talk of this.talks) talk.isOver = true;
  }

  /** `turns`: how many the game had by then. */
  add({ index, seat }: RecordedConnection, heard: LoggedUtterance, turns: number): void {
    const used = this.#used[seat];
    used.utterances++;
    used.bytes += heard.bytes.length;
    const isFull = used.utterances > MOST_UTTERANCES || used.bytes > MOST_BYTES || index >= MOST_TALKS;
    if (isFull) this.isCut = true;
    else this.tape.add(heard, index, turns);
  }
}
