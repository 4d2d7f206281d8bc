import type { ConversationText } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Speaker } from '../../protocols/messages/protocol-messages.ts';
import type { FindProtocolMessages, ServedProtocol } from '../../protocols/protocol-module.ts';
import { messageOf } from '../../result.ts';
import { DeadlineTimer } from '../hub/deadline-timer.ts';
import type { ConnectionMessageObserver, Log, MessageRecorder } from '../hub/observability.ts';
import { InterruptiblePause } from '../interruptible-pause.ts';
import { RetryBackoff } from '../retry-backoff.ts';
import { ConnectionRecorder } from './connection-recorder.ts';
import type { LoggedMessage } from './message-log.ts';
import { PublicMessageCheck } from './public-message-check.ts';
import { RecordedGame } from './recorded-game.ts';
import { type RecordingData, recordingOf, storedRecording } from './recording-data.ts';

/** Milliseconds after the end of a game in which a client that polls may ask for the end. These messages belong to the game. */
const END_TIMEOUT = 60_000;
/** Milliseconds in which messages still belong to the game after all players have been sent the first message about its end. */
const NOTIFICATION_TIMEOUT = 1_000;
/** Bytes of all recordings. If they have more, nothing is recorded until games end. */
const MAXIMUM_MEMORY = 256 << 20;
/** At most this many finished recordings wait for the archive. */
const MAXIMUM_QUEUE = 1_000;

/** Conversations that are stored with one query. */
const GROUP_SIZE = 32;
/** Milliseconds after a query in which finished conversations are collected for the next query. */
const COLLECTION_TIME = 100;

/** The difference in `order` of two messages between which the node has applied no message of the stream. */
const ORDER_STEP = 1 / 1024;

const NO_BYTES = new Uint8Array(0);

/** The facts about a protocol that the recorder needs. */
export type ProtocolForRecorder = Pick<ServedProtocol, 'name' | 'privacy' | 'belongsToNoGame'>;

interface RecorderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the conversations of finished games, all or none. */
  readonly store: (conversations: readonly ConversationText[]) => Promise<void>;
  readonly protocols: readonly ProtocolForRecorder[];
  readonly messagesOf: FindProtocolMessages;
  /** The last message of the stream that this node has applied. It orders the messages of different nodes. Absent in a single process. */
  readonly sequence?: () => number;
}

/**
 * Records the messages of both players of each running game, from the request that led to the game to the answers about its end. The
 * sessions separate the messages. The bytes of private and secret messages are not stored, only the fact that there was a message.
 */
export class GameRecorder implements MessageRecorder {
  readonly #options: RecorderOptions;
  readonly #games = new Map<GameId, RecordedGame>();
  /** Finished recordings until the archive has stored them. */
  readonly #queue = new Map<GameId, RecordedGame>();
  /** Games that are over, and the time after which no message belongs to them; milliseconds since the epoch. */
  readonly #endTimeouts = new Map<GameId, number>();
  /** The same for games whose players are all notified of the end. */
  readonly #notificationTimeouts = new Map<GameId, number>();
  readonly #timer: DeadlineTimer;
  readonly #protocols: ReadonlyMap<string, ProtocolForRecorder>;
  readonly #publicMessageChecks = new Map<string, PublicMessageCheck>();
  #memory = 0;
  #order = 0;
  #delivery: Promise<void> | undefined;
  readonly #backoff: RetryBackoff;
  /** The pause in which finished conversations are collected. */
  readonly #collectionPause: InterruptiblePause;
  #closing = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#protocols = new Map(options.protocols.map((each) => [each.name, each]));
    for (const { name } of options.protocols) {
      const isPublic = options.messagesOf(name)?.isPublic;
      if (isPublic !== undefined) this.#publicMessageChecks.set(name, new PublicMessageCheck(isPublic));
    }
    this.#backoff = new RetryBackoff(options.clock);
    this.#collectionPause = new InterruptiblePause(options.clock);
    this.#timer = new DeadlineTimer(
      options.clock,
      () => this.#nextDeadline(),
      () => this.#finishDue(options.clock.now()),
    );
  }

  /** Computer players have no protocol, and are not recorded. */
  observe(protocol: string): ConnectionMessageObserver | undefined {
    const recorded = this.#protocols.get(protocol);
    if (recorded === undefined) return undefined;
    return new RecordingObserver(this, recorded, this.#publicMessageChecks.get(protocol));
  }

  add(recorder: ConnectionRecorder, message: Omit<LoggedMessage, 'order'>): void {
    const game = recorder.game;
    const before = game?.log.size ?? 0;
    recorder.add({ ...message, order: this.#nextOrder() }, this.#memory < MAXIMUM_MEMORY);
    if (game === undefined) return;
    this.#memory += game.log.size - before;
    if (game.endedAt !== undefined) this.#finishIfComplete(game);
  }

  /** A single process counts the messages. A node uses the sequence, plus a fraction that counts its messages since then. */
  #nextOrder(): number {
    const sequence = this.#options.sequence?.();
    if (sequence === undefined) return this.#order++;
    this.#order = Math.max(sequence, Math.min(this.#order + ORDER_STEP, Math.floor(this.#order) + 1 - ORDER_STEP));
    return this.#order;
  }

  /** Must be called before the notice is sent to the player. */
  notified(recorder: ConnectionRecorder, notice: Notice): void {
    if (notice.kind === 'started') {
      this.#started(recorder, notice);
      return;
    }
    const game = recorder.game;
    recorder.notified(notice);
    if (game?.endedAt !== undefined) this.#finishIfComplete(game);
  }

  /** Must be called when the connection is closed. */
  closed(recorder: ConnectionRecorder): void {
    const game = recorder.game;
    recorder.leave();
    if (game?.endedAt !== undefined) this.#finishIfComplete(game);
  }

  /** Must be called when the journal has stored these events, before any client is notified. */
  stored(entries: readonly JournalEntry[]): void {
    for (const { game: id, event, at } of entries) {
      const game = event.kind === 'ended' ? this.#games.get(id) : undefined;
      if (game === undefined) continue;
      game.endedAt = at;
      this.#endTimeouts.set(id, this.#options.clock.now() + END_TIMEOUT);
      this.#finishIfComplete(game);
    }
    this.#timer.adjust();
  }

  /** The recording of a game that is not in the archive yet. */
  recording(id: GameId): RecordingData | undefined {
    const game = this.#games.get(id) ?? this.#queue.get(id);
    return game && recordingOf(game);
  }

  /** The same in the form in which the archive stores it. */
  recordingText(id: GameId): string | undefined {
    const game = this.#games.get(id) ?? this.#queue.get(id);
    return game && storedRecording(game);
  }

  /** Stores the finished recordings, unless the archive fails. Recordings of running games are lost; the games are in the journal. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#backoff.wake();
    this.#collectionPause.end();
    this.#finishDue(Number.POSITIVE_INFINITY);
    this.#timer.stop();
    await this.#delivery;
  }

  #started(recorder: ConnectionRecorder, started: StartedNotice): void {
    const earlier = recorder.game;
    if (earlier !== undefined) {
      recorder.leave();
      if (earlier.endedAt !== undefined) this.#finishIfComplete(earlier);
    }
    const known = this.#games.get(started.game);
    const game = known ?? new RecordedGame(started.game, started.moves.length > 0);
    const before = known === undefined ? 0 : game.log.size;
    this.#games.set(started.game, game);
    recorder.startGame(game, started);
    this.#memory += game.log.size - before;
  }

  /** Finishes the recording of a game that is over, now or after some time, when no more messages can belong to the game. */
  #finishIfComplete(game: RecordedGame): void {
    if (game.isOver) this.#finish(game);
    else if (game.isNotified && !this.#notificationTimeouts.has(game.game)) {
      this.#notificationTimeouts.set(game.game, this.#options.clock.now() + NOTIFICATION_TIMEOUT);
      this.#timer.adjust();
    }
  }

  #finish(game: RecordedGame): void {
    if (!this.#games.delete(game.game)) return;
    this.#endTimeouts.delete(game.game);
    this.#notificationTimeouts.delete(game.game);
    if (this.#queue.size >= MAXIMUM_QUEUE) {
      this.#drop(game, `the archive has not taken ${MAXIMUM_QUEUE} earlier ones`);
      return;
    }
    this.#queue.set(game.game, game);
    if (this.#queue.size >= GROUP_SIZE) this.#collectionPause.end();
    this.#delivery ??= this.#deliver();
  }

  /** Stores the waiting recordings in groups. After a failure they are stored one by one, and one that fails again is moved to the end. */
  async #deliver(): Promise<void> {
    // Notices that are delivered in this turn of the event loop belong to the recording.
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
        if (this.#queue.size < GROUP_SIZE && !this.#closing) await this.#collectionPause.wait(COLLECTION_TIME);
      } else if (games.length === 1) await this.#postpone(games[0]!, error);
    }
    this.#delivery = undefined;
  }

  async #postpone(game: RecordedGame, error: string): Promise<void> {
    if (this.#closing) {
      for (const lost of this.#queue.values()) this.#drop(lost, error);
      this.#queue.clear();
      return;
    }
    this.#queue.delete(game.game);
    this.#queue.set(game.game, game);
    await this.#backoff.wait();
  }

  /** Resolves with the reason if the archive refuses the recordings. */
  async #store(games: readonly RecordedGame[]): Promise<string | undefined> {
    try {
      await this.#options.store(games.map((game) => ({ game: game.game, text: storedRecording(game) })));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  #drop(game: RecordedGame, error: string): void {
    this.#options.log.error({ game: game.game, error }, 'conversation.lost');
    this.#memory -= game.log.size;
  }

  #nextDeadline(): number | undefined {
    const [ended] = this.#endTimeouts.values();
    const [notified] = this.#notificationTimeouts.values();
    return ended === undefined || notified === undefined ? (ended ?? notified) : Math.min(ended, notified);
  }

  #finishDue(now: number): void {
    for (const waiting of [this.#notificationTimeouts, this.#endTimeouts]) {
      for (const [id, deadline] of waiting) {
        if (deadline > now) break;
        const game = this.#games.get(id);
        game?.close();
        if (game !== undefined) this.#finish(game);
      }
    }
  }
}

class RecordingObserver implements ConnectionMessageObserver {
  readonly #gameRecorder: GameRecorder;
  readonly #protocol: ProtocolForRecorder;
  readonly #publicMessageCheck: PublicMessageCheck | undefined;
  readonly #connectionRecorder: ConnectionRecorder;

  constructor(
    recorder: GameRecorder,
    protocol: ProtocolForRecorder,
    publicMessageCheck: PublicMessageCheck | undefined,
  ) {
    this.#gameRecorder = recorder;
    this.#protocol = protocol;
    this.#publicMessageCheck = publicMessageCheck;
    this.#connectionRecorder = new ConnectionRecorder(protocol.name);
  }

  received(bytes: Uint8Array, now: number, isSecret: boolean): void {
    this.#add('client', bytes, now, !isSecret && this.#isPublic('client', bytes));
  }

  sent(bytes: Uint8Array, now: number, isPrivate: boolean): void {
    if (this.#protocol.belongsToNoGame?.(bytes)) return;
    this.#add('server', bytes, now, !isPrivate && this.#isPublic('server', bytes));
  }

  notice(notice: Notice): void {
    this.#gameRecorder.notified(this.#connectionRecorder, notice);
  }

  closed(): void {
    this.#gameRecorder.closed(this.#connectionRecorder);
  }

  #isPublic(from: Speaker, bytes: Uint8Array): boolean {
    return this.#protocol.privacy === 'public' || this.#publicMessageCheck?.isPublic(from, bytes) === true;
  }

  #add(from: Speaker, bytes: Uint8Array, at: number, isPublic: boolean): void {
    this.#gameRecorder.add(
      this.#connectionRecorder,
      isPublic ? { at, from, kind: 'public', bytes } : { at, from, kind: 'private', bytes: NO_BYTES },
    );
  }
}
