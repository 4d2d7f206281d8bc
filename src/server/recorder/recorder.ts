import type { Conversation } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { Entry, GameId } from '../../lobby/games/event.ts';
import type { Notice, Started } from '../../lobby/notice.ts';
import type { Side } from '../../protocols/messages/interpreter.ts';
import { Backoff } from '../backoff.ts';
import { DeadlineTimer } from '../hub/deadline-timer.ts';
import type { ConnectionTap, Log, Recorder } from '../hub/observability.ts';
import { ConnectionRecording } from './connection-tap.ts';
import { RecordedGame } from './recorded-game.ts';
import { type Recording, recordingOf } from './recording.ts';
import { type Explain, type RecordedProtocol, storedConversationOf } from './stored-conversation.ts';

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

/** In place of what is said to one player alone. */
const EMPTY_LINE = Uint8Array.of(0x0a);

interface RecorderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes the conversations of finished games, all of them or none. */
  readonly keep: (some: readonly Conversation[]) => Promise<void>;
  readonly explain: Explain;
  readonly protocols: readonly RecordedProtocol[];
}

/**
 * Keeps what is said about every running game on both its seats, byte for byte, from the wish that led to it to what was
 * said about its end. It is read and explained only when somebody looks.
 */
export class GameRecorder implements Recorder {
  readonly #options: RecorderOptions;
  readonly #games = new Map<GameId, RecordedGame>();
  /** Games that are over and told of, until the archive has them. */
  readonly #leaving = new Map<GameId, RecordedGame>();
  /** Games that are over, and until when what is said belongs to them: where not everybody has been told, and where so. */
  readonly #ended = new Map<GameId, number>();
  readonly #told = new Map<GameId, number>();
  readonly #timer: DeadlineTimer;
  readonly #protocols: ReadonlyMap<string, RecordedProtocol>;
  #memory = 0;
  #heard = 0;
  #delivery: Promise<void> | undefined;
  /** An archive that fails is asked again. */
  readonly #backoff: Backoff;
  readonly #pace: Backoff;
  #closing = false;
  /** Why the archive has last refused a conversation. */
  #problem = '';

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#protocols = new Map(options.protocols.map((each) => [each.name, each]));
    this.#backoff = new Backoff(options.clock);
    this.#pace = new Backoff(options.clock, PACE, PACE);
    this.#timer = new DeadlineTimer(
      options.clock,
      () => this.#farewellOver(),
      () => this.#giveUpFarewells(options.clock.now()),
    );
  }

  /** Computer players speak no protocol, and are not recorded. */
  tap(protocol: string): ConnectionTap | undefined {
    const spoken = this.#protocols.get(protocol);
    return spoken && new RecordedTap(this, spoken);
  }

  /** Bytes came from a player's client or go to it. */
  said(overheard: ConnectionRecording, from: Side, bytes: Uint8Array, now: number, isPrivate: boolean): void {
    const game = overheard.game;
    const before = game?.tape.size ?? 0;
    const kind = isPrivate ? 'private' : 'public';
    const kept = isPrivate ? EMPTY_LINE : bytes;
    overheard.said({ order: this.#heard++, at: now, from, kind, bytes: kept }, this.#memory < MOST_MEMORY);
    if (game === undefined) return;
    this.#memory += game.tape.size - before;
    if (game.endedAt !== undefined) this.#part(game);
  }

  /** A player is about to be told something. */
  noticed(overheard: ConnectionRecording, notice: Notice): void {
    if (notice.kind === 'started') {
      this.#started(overheard, notice);
      return;
    }
    const game = overheard.game;
    overheard.noticed(notice);
    if (game?.endedAt !== undefined) this.#part(game);
  }

  /** A player's connection is no more. */
  gone(overheard: ConnectionRecording): void {
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
    this.#timer.adjust();
  }

  /** What has been said about a game that the archive does not have yet. */
  recording(id: GameId): Recording | undefined {
    const game = this.#games.get(id) ?? this.#leaving.get(id);
    return game && recordingOf(game);
  }

  /** Hands over what is over, unless the archive fails. What still runs is lost: the games themselves are in the journal. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#backoff.wake();
    this.#pace.wake();
    this.#giveUpFarewells(Number.POSITIVE_INFINITY);
    this.#timer.stop();
    await this.#delivery;
  }

  #started(overheard: ConnectionRecording, started: Started): void {
    const earlier = overheard.game;
    if (earlier !== undefined) {
      overheard.leave();
      if (earlier.endedAt !== undefined) this.#part(earlier);
    }
    const known = this.#games.get(started.game);
    const game = known ?? new RecordedGame(started.game, started.moves.length > 0);
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
      this.#timer.adjust();
    }
  }

  #finish(game: RecordedGame): void {
    if (!this.#games.delete(game.game)) return;
    this.#ended.delete(game.game);
    this.#told.delete(game.game);
    if (this.#leaving.size >= LONGEST_QUEUE) {
      this.#lose(game, `the archive has not taken ${LONGEST_QUEUE} earlier ones`);
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
      if (refused.length === 0) this.#backoff.reset();
      if (this.#closing && refused.length > 0) {
        for (const game of this.#leaving.values()) this.#lose(game, this.#problem);
        break;
      }
      if (!this.#closing) await (refused.length === 0 ? this.#pace : this.#backoff).wait();
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
    const { keep, explain, clock } = this.#options;
    try {
      const some: Conversation[] = [];
      for (const game of games)
        some.push({
          game: game.game,
          text: await storedConversationOf(game, clock, explain, (name) => this.#protocols.get(name)),
        });
      await keep(some);
    } catch (error) {
      if (games.length > 1) return await this.#hand(games.slice(0, 1));
      this.#problem = error instanceof Error ? error.message : String(error);
      for (const { game } of games) this.#leaving.delete(game);
      return games;
    }
    for (const game of games) {
      this.#leaving.delete(game.game);
      this.#forget(game);
    }
    return [];
  }

  /** Gives a conversation up, which is logged: as long as it is offered to the archive again, nothing is lost. */
  #lose(game: RecordedGame, error: string): void {
    this.#options.log.error({ game: game.game, error }, 'conversation.lost');
    this.#leaving.delete(game.game);
    this.#forget(game);
  }

  #forget(game: RecordedGame): void {
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

class RecordedTap implements ConnectionTap {
  readonly #recorder: GameRecorder;
  readonly #protocol: RecordedProtocol;
  readonly #overheard: ConnectionRecording;

  constructor(recorder: GameRecorder, protocol: RecordedProtocol) {
    this.#recorder = recorder;
    this.#protocol = protocol;
    this.#overheard = new ConnectionRecording(protocol);
  }

  bytes(from: Side, bytes: Uint8Array, now: number, isPrivate: boolean): void {
    if (from === 'server' && this.#protocol.belongsToNoGame?.(bytes)) return;
    this.#recorder.said(this.#overheard, from, bytes, now, isPrivate);
  }

  notice(notice: Notice): void {
    this.#recorder.noticed(this.#overheard, notice);
  }

  closed(): void {
    this.#recorder.gone(this.#overheard);
  }
}
