import type { ConversationText } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Speaker } from '../../protocols/messages/protocol-messages.ts';
import type { FindProtocolMessages, Protocol } from '../../protocols/protocol-module.ts';
import { messageOf } from '../../result.ts';
import { DeadlineTimer } from '../hub/deadline-timer.ts';
import type { ConnectionObserver, Log, MessageRecorder } from '../hub/observability.ts';
import { InterruptiblePause } from '../interruptible-pause.ts';
import { RetryBackoff } from '../retry-backoff.ts';
import { ConnectionRecording } from './connection-recording.ts';
import type { LoggedMessage } from './message-log.ts';
import { PublicMessageCheck } from './public-message-check.ts';
import { RecordedGame } from './recorded-game.ts';
import { type RecordingData, recordingOf, storedRecording } from './recording-data.ts';

/** Milliseconds after the end of a game in which a client that polls can still ask for the end. */
const LONGEST_FAREWELL = 60_000;
/** Milliseconds that telling the players of the end may take once it has begun. */
const LAST_WORDS = 1_000;
/** Bytes of all recordings. Above it nothing is recorded until games end. */
const MAXIMUM_MEMORY = 256 << 20;
/** Finished games that wait for the archive. */
const MAXIMUM_QUEUE = 1_000;

/** Conversations that are stored with one query. */
const GROUP_SIZE = 32;
/** Milliseconds after a query in which finished conversations are gathered for the next one. */
const GATHERING_TIME = 100;

/** Between two messages of a node that has applied no message of the stream meanwhile. */
const FRACTION = 1 / 1024;

const NO_BYTES = new Uint8Array(0);

/** What the recorder has to know of a protocol. */
export type RecordedProtocol = Pick<Protocol, 'name' | 'privacy' | 'belongsToNoGame'>;

interface RecorderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the conversations of finished games, all or none. */
  readonly store: (conversations: readonly ConversationText[]) => Promise<void>;
  readonly protocols: readonly RecordedProtocol[];
  readonly messagesOf: FindProtocolMessages;
  /** Of several nodes: the last message of the stream that this one has applied. It orders the messages of different nodes. */
  readonly sequence?: () => number;
}

/**
 * Records the messages of both players of each running game, from the request that led to it to the answers about its end. The
 * sessions say where messages begin and end. Bytes of private and secret messages are not kept, only that there was one.
 */
export class GameRecorder implements MessageRecorder {
  readonly #options: RecorderOptions;
  readonly #games = new Map<GameId, RecordedGame>();
  /** Finished games until the archive has them. */
  readonly #queue = new Map<GameId, RecordedGame>();
  /** Finished games, and until when messages belong to them: until all players are notified, and for some time after that. */
  readonly #ended = new Map<GameId, number>();
  readonly #notified = new Map<GameId, number>();
  readonly #timer: DeadlineTimer;
  readonly #protocols: ReadonlyMap<string, RecordedProtocol>;
  readonly #publicMessageChecks = new Map<string, PublicMessageCheck>();
  #memory = 0;
  #order = 0;
  #delivery: Promise<void> | undefined;
  readonly #backoff: RetryBackoff;
  /** The pause in which conversations are gathered. */
  readonly #gathering: InterruptiblePause;
  #closing = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#protocols = new Map(options.protocols.map((each) => [each.name, each]));
    for (const { name } of options.protocols) {
      const isPublic = options.messagesOf(name)?.isPublic;
      if (isPublic !== undefined) this.#publicMessageChecks.set(name, new PublicMessageCheck(isPublic));
    }
    this.#backoff = new RetryBackoff(options.clock);
    this.#gathering = new InterruptiblePause(options.clock);
    this.#timer = new DeadlineTimer(
      options.clock,
      () => this.#nextFarewell(),
      () => this.#endFarewells(options.clock.now()),
    );
  }

  /** Computer players speak no protocol, and are not recorded. */
  tap(protocol: string): ConnectionObserver | undefined {
    const spoken = this.#protocols.get(protocol);
    if (spoken === undefined) return undefined;
    return new RecordedTap(this, spoken, this.#publicMessageChecks.get(protocol));
  }

  add(recording: ConnectionRecording, message: Omit<LoggedMessage, 'order'>): void {
    const game = recording.game;
    const before = game?.log.size ?? 0;
    recording.add({ ...message, order: this.#nextOrder() }, this.#memory < MAXIMUM_MEMORY);
    if (game === undefined) return;
    this.#memory += game.log.size - before;
    if (game.endedAt !== undefined) this.#leave(game);
  }

  /** A count; of several nodes the sequence, and a fraction that counts the messages of this node since. */
  #nextOrder(): number {
    const sequence = this.#options.sequence?.();
    if (sequence === undefined) return this.#order++;
    this.#order = Math.max(sequence, Math.min(this.#order + FRACTION, Math.floor(this.#order) + 1 - FRACTION));
    return this.#order;
  }

  /** The notice is about to be sent to a player. */
  noticed(recording: ConnectionRecording, notice: Notice): void {
    if (notice.kind === 'started') {
      this.#started(recording, notice);
      return;
    }
    const game = recording.game;
    recording.noticed(notice);
    if (game?.endedAt !== undefined) this.#leave(game);
  }

  /** A player's connection is closed. */
  closed(recording: ConnectionRecording): void {
    const game = recording.game;
    recording.leave();
    if (game?.endedAt !== undefined) this.#leave(game);
  }

  /** The journal has stored these events, and no client is notified yet. */
  stored(entries: readonly JournalEntry[]): void {
    for (const { game: id, event, at } of entries) {
      const game = event.kind === 'ended' ? this.#games.get(id) : undefined;
      if (game === undefined) continue;
      game.endedAt = at;
      this.#ended.set(id, this.#options.clock.now() + LONGEST_FAREWELL);
      this.#leave(game);
    }
    this.#timer.adjust();
  }

  /** The recording of a game that is not in the archive yet. */
  recording(id: GameId): RecordingData | undefined {
    const game = this.#games.get(id) ?? this.#queue.get(id);
    return game && recordingOf(game);
  }

  /** The same as text, as the archive stores it. */
  recordingText(id: GameId): string | undefined {
    const game = this.#games.get(id) ?? this.#queue.get(id);
    return game && storedRecording(game);
  }

  /** Stores what is finished, unless the archive fails. Recordings of running games are lost; the games are in the journal. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#backoff.wake();
    this.#gathering.end();
    this.#endFarewells(Number.POSITIVE_INFINITY);
    this.#timer.stop();
    await this.#delivery;
  }

  #started(recording: ConnectionRecording, started: StartedNotice): void {
    const earlier = recording.game;
    if (earlier !== undefined) {
      recording.leave();
      if (earlier.endedAt !== undefined) this.#leave(earlier);
    }
    const known = this.#games.get(started.game);
    const game = known ?? new RecordedGame(started.game, started.moves.length > 0);
    const before = known === undefined ? 0 : game.log.size;
    this.#games.set(started.game, game);
    recording.sitDown(game, started);
    this.#memory += game.log.size - before;
  }

  /** A game is over. Its recording is finished when no more messages belong to it. */
  #leave(game: RecordedGame): void {
    if (game.isSilent) this.#finish(game);
    else if (game.isTold && !this.#notified.has(game.game)) {
      this.#notified.set(game.game, this.#options.clock.now() + LAST_WORDS);
      this.#timer.adjust();
    }
  }

  #finish(game: RecordedGame): void {
    if (!this.#games.delete(game.game)) return;
    this.#ended.delete(game.game);
    this.#notified.delete(game.game);
    if (this.#queue.size >= MAXIMUM_QUEUE) {
      this.#lose(game, `the archive has not taken ${MAXIMUM_QUEUE} earlier ones`);
      return;
    }
    this.#queue.set(game.game, game);
    if (this.#queue.size >= GROUP_SIZE) this.#gathering.end();
    this.#delivery ??= this.#deliver();
  }

  /** Stores the recordings that wait together, or one by one while the archive refuses some. One that is refused comes last. */
  async #deliver(): Promise<void> {
    // Notices that are delivered in this turn belong to the recording.
    await new Promise<void>((resolve) => this.#options.clock.soon(resolve));
    let error: string | undefined;
    while (this.#queue.size > 0) {
      const games = Iterator.from(this.#queue.values())
        .take(error === undefined ? GROUP_SIZE : 1)
        .toArray();
      error = await this.#store(games);
      if (error === undefined) {
        for (const game of games) {
          this.#queue.delete(game.game);
          this.#memory -= game.log.size;
        }
        this.#backoff.reset();
        if (this.#queue.size < GROUP_SIZE && !this.#closing) await this.#gathering.wait(GATHERING_TIME);
      } else if (games.length === 1) await this.#postpone(games[0]!, error);
    }
    this.#delivery = undefined;
  }

  async #postpone(game: RecordedGame, error: string): Promise<void> {
    if (this.#closing) {
      for (const lost of this.#queue.values()) this.#lose(lost, error);
      this.#queue.clear();
      return;
    }
    this.#queue.delete(game.game);
    this.#queue.set(game.game, game);
    await this.#backoff.wait();
  }

  /** Resolves to the reason if the archive refuses the recordings. */
  async #store(games: readonly RecordedGame[]): Promise<string | undefined> {
    try {
      await this.#options.store(games.map((game) => ({ game: game.game, text: storedRecording(game) })));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  #lose(game: RecordedGame, error: string): void {
    this.#options.log.error({ game: game.game, error }, 'conversation.lost');
    this.#memory -= game.log.size;
  }

  #nextFarewell(): number | undefined {
    const [ended] = this.#ended.values();
    const [notified] = this.#notified.values();
    return ended === undefined || notified === undefined ? (ended ?? notified) : Math.min(ended, notified);
  }

  #endFarewells(now: number): void {
    for (const waiting of [this.#notified, this.#ended]) {
      for (const [id, deadline] of waiting) {
        if (deadline > now) break;
        const game = this.#games.get(id);
        game?.silence();
        if (game !== undefined) this.#finish(game);
      }
    }
  }
}

class RecordedTap implements ConnectionObserver {
  readonly #recorder: GameRecorder;
  readonly #protocol: RecordedProtocol;
  readonly #publicMessageCheck: PublicMessageCheck | undefined;
  readonly #recording: ConnectionRecording;

  constructor(recorder: GameRecorder, protocol: RecordedProtocol, publicMessageCheck: PublicMessageCheck | undefined) {
    this.#recorder = recorder;
    this.#protocol = protocol;
    this.#publicMessageCheck = publicMessageCheck;
    this.#recording = new ConnectionRecording(protocol.name);
  }

  received(bytes: Uint8Array, now: number, isSecret: boolean): void {
    this.#add('client', bytes, now, !isSecret && this.#mayKeep('client', bytes));
  }

  sent(bytes: Uint8Array, now: number, isPrivate: boolean): void {
    if (this.#protocol.belongsToNoGame?.(bytes)) return;
    this.#add('server', bytes, now, !isPrivate && this.#mayKeep('server', bytes));
  }

  notice(notice: Notice): void {
    this.#recorder.noticed(this.#recording, notice);
  }

  closed(): void {
    this.#recorder.closed(this.#recording);
  }

  #mayKeep(from: Speaker, bytes: Uint8Array): boolean {
    return this.#protocol.privacy === 'public' || this.#publicMessageCheck?.isPublic(from, bytes) === true;
  }

  #add(from: Speaker, bytes: Uint8Array, at: number, mayKeep: boolean): void {
    this.#recorder.add(
      this.#recording,
      mayKeep ? { at, from, kind: 'public', bytes } : { at, from, kind: 'private', bytes: NO_BYTES },
    );
  }
}
