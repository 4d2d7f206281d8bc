import type { EncodedGame } from '../journal/journal.ts';
import { encodeEvent } from '../journal/rows/event-text.ts';
import { logLine, SEPARATOR } from '../journal/rows/game-row.ts';
import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';

/**
 * The number of lines that are joined together. V8 stores a text that grows line by line in many pieces: 40 KiB for 200 moves
 * instead of 6.
 */
const LINES_PER_JOIN = 8;

interface StoredGame {
  /** The stream's timestamp of the first event; milliseconds since the epoch. */
  readonly at: number;
  readonly first: string;
  /** The joined lines of the other events, without `latest`. */
  rest: string;
  /** The lines of the latest events, which are not joined yet. */
  latest: string[];
}

/** The lines of all events except the first. */
const restOf = ({ rest, latest }: StoredGame): string =>
  latest.length === 0 ? rest : [...(rest === '' ? [] : [rest]), ...latest].join(SEPARATOR);

/**
 * The events of the games that are not archived yet, as the journal stores them. Part of the replicated state. All times are
 * timestamps of the stream, because the lobby's time stops during an outage.
 */
export class ReplicatedGameEvents {
  readonly #games = new Map<GameId, StoredGame>();
  /** Finished games that are not archived, in the order in which they ended. */
  readonly #finished = new Set<GameId>();

  add({ game: id, event }: JournalEntry, line: string, timestamp: number): void {
    const game = this.#games.get(id);
    if (game === undefined) this.#games.set(id, { at: timestamp, first: logLine(0, line), rest: '', latest: [] });
    else if (game.latest.push(logLine(timestamp - game.at, line)) === LINES_PER_JOIN) {
      game.rest = restOf(game);
      game.latest = [];
    }
    if (event.kind === 'ended') this.#finished.add(id);
  }

  /** Removes a finished game that is in the archive. Returns whether the game was still stored here. */
  removeArchived(game: GameId): boolean {
    return this.#finished.delete(game) && this.#games.delete(game);
  }

  /** Finished games that are not archived, in the order in which they ended. */
  get finished(): ReadonlySet<GameId> {
    return this.#finished;
  }

  /** The numbers of all games, the lowest first. */
  get numbers(): GameId[] {
    return [...this.#games.keys()].sort((one, other) => one - other);
  }

  find(id: GameId): EncodedGame | undefined {
    const game = this.#games.get(id);
    if (game === undefined) return undefined;
    const { at, first } = game;
    return { game: id, at, first, rest: restOf(game), ended: this.#finished.has(id), damage: undefined };
  }

  snapshot(): ReplicatedGameEventsSnapshot {
    const games = Array.from(this.#games, ([id, game]) => [id, game.at, game.first, restOf(game)] as const);
    return { games: games.sort(([one], [other]) => one - other), finished: [...this.#finished] };
  }

  restore({ games, finished }: ReplicatedGameEventsSnapshot): void {
    for (const [id, at, first, rest] of games) this.#games.set(id, { at, first, rest, latest: [] });
    for (const id of finished) this.#finished.add(id);
  }
}

export interface ReplicatedGameEventsSnapshot {
  /** Sorted by id: the id, the time of the first event, its line, and the other lines. */
  readonly games: readonly (readonly [GameId, number, string, string])[];
  /** In the order in which the games ended. */
  readonly finished: readonly GameId[];
}

/** The text of an event, as it is stored and hashed. */
export const eventLine = ({ event }: JournalEntry): string => encodeEvent(event);
