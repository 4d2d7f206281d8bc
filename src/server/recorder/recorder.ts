import type { Conversation } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { Entry, GameId } from '../../lobby/event.ts';
import type { Notice, Started } from '../../lobby/notice.ts';
import type { Side } from '../../meanings/interpreter.ts';
import { Alarm } from '../hub/alarm.ts';
import type { Ear, Log, Recorder } from '../hub/witnesses.ts';
import { Rest } from '../rest.ts';
import { keptOf } from './kept.ts';
import { Overheard } from './overheard.ts';
import { RecordedGame } from './recorded-game.ts';
import type { Transcribed, Transcript } from './transcript.ts';

/** Milliseconds after a game's end in which a client that asks for the news can still be told of it. */
const LONGEST_FAREWELL = 60_000;
/** Milliseconds that it may take to tell everything about an end, once its telling has begun. */
const LAST_WORDS = 1_000;
/** Bytes of all recordings; beyond it nothing more is recorded until games end. */
const MOST_MEMORY = 256 << 20;
/** Finished games that wait for the archive. */
const LONGEST_QUEUE = 1_000;
/** So many at once, or as many as come to so many bytes, and milliseconds until the next. */
const TOGETHER = 32;
const BYTES_TOGETHER = 1 << 20;
const PACE = 100;
/** Running games that somebody looks at, read as far as they go. */
const MOST_TRANSCRIPTS = 16;

interface RecorderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes the conversations of finished games, all of them or none. */
  readonly keep: (some: readonly Conversation[]) => Promise<void>;
}

/**
 * Keeps what is said about every running game on both its seats, byte for byte, from the wish that led to it to what was
 * said about its end. It is read and explained only when somebody looks.
 */
export class GameRecorder implements Recorder {
  readonly #options: RecorderOptions;
  readonly #games = new Map<GameId, RecordedGame>();
  readonly #transcripts = new Map<GameId, Transcript>();
  /** Games that are over and told of, until the archive has them. */
  readonly #leaving = new Map<GameId, RecordedGame>();
  /** Games that are over, and until when what is said belongs to them: where not everybody has been told, and where so. */
  readonly #ended = new Map<GameId, number>();
  readonly #told = new Map<GameId, number>();
  readonly #alarm: Alarm;
  #memory = 0;
  #heard = 0;
  #delivery: Promise<void> | undefined;
  /** An archive that fails is asked again. */
  readonly #rest: Rest;
  readonly #pace: Rest;
  #closing = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#rest = new Rest(options.clock);
    this.#pace = new Rest(options.clock, PACE, PACE);
    this.#alarm = new Alarm(
      options.clock,
      () => this.#farewellOver(),
      () => this.#giveUpFarewells(options.clock.now()),
    );
  }

  /** House players sit down in the same process, without a wire. */
  listen(protocol: string): Ear | undefined {
    return protocol === 'house' ? undefined : new OneConnection(this, protocol);
  }

  /** Bytes came from a player's client or go to it. */
  said(overheard: Overheard, from: Side, bytes: Uint8Array, now: number, isPrivate: boolean): void {
    if (from === 'server' && isDirectory(bytes)) return;
    const game = overheard.game;
    const before = game?.tape.size ?? 0;
    const kind = isPrivate ? 'private' : 'public';
    overheard.said({ order: this.#heard++, at: now, from, kind, bytes }, this.#memory < MOST_MEMORY);
    if (game === undefined) return;
    this.#memory += game.tape.size - before;
    if (game.endedAt !== undefined) this.#part(game);
  }

  /** A player is about to be told something. */
  noticed(overheard: Overheard, notice: Notice): void {
    if (notice.kind === 'started') {
      this.#started(overheard, notice);
      return;
    }
    const game = overheard.game;
    overheard.noticed(notice);
    if (game?.endedAt !== undefined) this.#part(game);
  }

  /** A player's connection is no more. */
  gone(overheard: Overheard): void {
    const game = overheard.game;
    overheard.leave();
    if (game?.endedAt !== undefined) this.#part(game);
  }

  /** Entries are in the journal, and nobody has been told of them. */
  kept(entries: readonly Entry[]): void {
    for (const { game: id, event, at } of entries) {
      const game = event.kind === 'ended' ? this.#games.get(id) : undefined;
      if (game === undefined) continue;
      game.endedAt = at;
      this.#ended.set(id, this.#options.clock.now() + LONGEST_FAREWELL);
      this.#part(game);
    }
    this.#alarm.adjust();
  }

  /** What has been said about a game that the archive does not have yet. */
  async conversation(id: GameId): Promise<Transcribed | undefined> {
    const game = this.#games.get(id) ?? this.#leaving.get(id);
    if (game === undefined) return undefined;
    const { Transcript, transcribe } = await import('./transcript.ts');
    const transcript = this.#transcripts.get(id) ?? new Transcript(game);
    // The last looked at is the last to be forgotten.
    this.#transcripts.delete(id);
    this.#transcripts.set(id, transcript);
    for (const oldest of this.#transcripts.keys()) {
      if (this.#transcripts.size <= MOST_TRANSCRIPTS) break;
      this.#transcripts.delete(oldest);
    }
    return await transcribe(transcript, this.#options.clock);
  }

  /** Hands over what is over, unless the archive fails. What still runs is lost: the games themselves are in the journal. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#rest.end();
    this.#pace.end();
    this.#giveUpFarewells(Number.POSITIVE_INFINITY);
    this.#alarm.stop();
    await this.#delivery;
  }

  #started(overheard: Overheard, started: Started): void {
    const earlier = overheard.game;
    if (earlier !== undefined) {
      overheard.leave();
      if (earlier.endedAt !== undefined) this.#part(earlier);
    }
    const known = this.#games.get(started.game);
    const game = known ?? new RecordedGame(started.game, started.actions.length > 0);
    const before = known === undefined ? 0 : game.tape.size;
    this.#games.set(started.game, game);
    overheard.sitDown(game, started);
    this.#memory += game.tape.size - before;
  }

  /** A game is over: it goes once nobody says anything about it any more. */
  #part(game: RecordedGame): void {
    if (game.isSilent) this.#finish(game);
    else if (game.isTold && !this.#told.has(game.game)) {
      this.#told.set(game.game, this.#options.clock.now() + LAST_WORDS);
      this.#alarm.adjust();
    }
  }

  #finish(game: RecordedGame): void {
    if (!this.#games.delete(game.game)) return;
    this.#ended.delete(game.game);
    this.#told.delete(game.game);
    if (this.#leaving.size >= LONGEST_QUEUE) {
      this.#options.log.error({ game: game.game }, 'a conversation is not kept: too many wait for the archive');
      this.#forget(game);
      return;
    }
    this.#leaving.set(game.game, game);
    this.#delivery ??= this.#deliver();
  }

  /** A few at a time, so that players notice nothing of it. */
  async #deliver(): Promise<void> {
    // What is being told at this moment is told first.
    await new Promise<void>((resolve) => this.#options.clock.soon(resolve));
    while (this.#leaving.size > 0) {
      const refused = await this.#hand(this.#next());
      // They come last now.
      for (const game of refused) this.#leaving.set(game.game, game);
      if (refused.length === 0) this.#rest.forget();
      if (this.#closing && refused.length > 0) break;
      if (!this.#closing) await (refused.length === 0 ? this.#pace : this.#rest).take();
    }
    this.#delivery = undefined;
  }

  /** Those that have waited longest. */
  #next(): RecordedGame[] {
    const games: RecordedGame[] = [];
    let bytes = 0;
    for (const game of this.#leaving.values()) {
      bytes += game.tape.size;
      if (games.length === TOGETHER || (games.length > 0 && bytes > BYTES_TOGETHER)) break;
      games.push(game);
    }
    return games;
  }

  /** Hands some over to the archive, or the first of them alone where it does not take all; that which it does not take. */
  async #hand(games: readonly RecordedGame[]): Promise<readonly RecordedGame[]> {
    const { keep, clock, log } = this.#options;
    try {
      const some: Conversation[] = [];
      for (const game of games) some.push({ game: game.game, text: await keptOf(game, clock) });
      await keep(some);
    } catch (error) {
      if (games.length > 1) return await this.#hand(games.slice(0, 1));
      const words = error instanceof Error ? error.message : String(error);
      for (const { game } of games) {
        this.#leaving.delete(game);
        log.error({ game, error: words }, 'a conversation is not kept');
      }
      return games;
    }
    for (const game of games) {
      this.#leaving.delete(game.game);
      this.#forget(game);
    }
    return [];
  }

  #forget(game: RecordedGame): void {
    this.#transcripts.delete(game.game);
    this.#memory -= game.tape.size;
  }

  #farewellOver(): number | undefined {
    const [ended] = this.#ended.values();
    const [told] = this.#told.values();
    return ended === undefined || told === undefined ? (ended ?? told) : Math.min(ended, told);
  }

  #giveUpFarewells(now: number): void {
    for (const waiting of [this.#told, this.#ended]) {
      for (const [id, deadline] of waiting) {
        if (deadline > now) break;
        const game = this.#games.get(id);
        game?.silence();
        if (game !== undefined) this.#finish(game);
      }
    }
  }
}

class OneConnection implements Ear {
  readonly #recorder: GameRecorder;
  readonly #overheard: Overheard;

  constructor(recorder: GameRecorder, protocol: string) {
    this.#recorder = recorder;
    this.#overheard = new Overheard(protocol);
  }

  said(from: Side, bytes: Uint8Array, now: number, isPrivate: boolean): void {
    this.#recorder.said(this.#overheard, from, bytes, now, isPrivate);
  }

  noticed(notice: Notice): void {
    this.#recorder.noticed(this.#overheard, notice);
  }

  gone(): void {
    this.#recorder.gone(this.#overheard);
  }
}

const DIRECTORY = ['{"kind":"directory"', '{"kind":"changes"'].map((opening) => Buffer.from(opening));

/** Who is here and what is played, as a web client is told of it all the time: it has nothing to do with any game. */
const isDirectory = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x7b && DIRECTORY.some((opening) => opening.equals(bytes.subarray(0, opening.length)));
