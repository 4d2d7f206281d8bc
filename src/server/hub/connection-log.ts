import { COMPUTER } from '../../archive/game-to-archive.ts';
import type { CommandAnswer } from '../../lobby/command.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Log } from './observability.ts';
import type { ClientDescription, Transport } from './transport.ts';

/** At most this many remarks of one client are logged. */
const MAXIMUM_REMARKS = 20;
/** Characters of a remark; the rest is not logged. */
const MAXIMUM_REMARK_LENGTH = 200;

/**
 * Writes the log lines of one connection. Each line has the connection's id. The level is `info` for players, and `debug` for
 * connections without a name and for computer players.
 */
export class ConnectionLog {
  readonly #log: Log;
  readonly #connection: string;
  readonly #protocol: string;
  readonly #address: string;
  /** The name that the player entered with. */
  #player: string | undefined;
  #remarks = 0;

  constructor(
    log: Log,
    { id: connection }: Transport,
    { protocol: { name: protocol }, listener, address }: ClientDescription,
  ) {
    this.#log = log;
    this.#connection = connection;
    this.#protocol = protocol;
    this.#address = address;
    log.debug({ connection, protocol, listener, address }, 'connection.protocol');
  }

  answered(answer: CommandAnswer): void {
    if (answer.kind !== 'entered') return;
    this.#player = answer.name;
    this.#write({ player: answer.name, protocol: this.#protocol, address: this.#address }, 'player.entered');
  }

  notified(notice: Notice): void {
    if (notice.kind !== 'started') return;
    const { game, color } = notice;
    this.#log.info({ connection: this.#connection, game, color }, 'player.seated');
  }

  remarked(remark: string): void {
    if (this.#remarks++ >= MAXIMUM_REMARKS) return;
    this.#log.info({ connection: this.#connection, remark: remark.slice(0, MAXIMUM_REMARK_LENGTH) }, 'client.remark');
  }

  /** The session threw, which is a bug of ours: logs the stack trace. */
  failed(error: unknown): void {
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.error({ connection: this.#connection, protocol: this.#protocol, error: description }, 'session.failed');
  }

  ended(): void {
    if (this.#player !== undefined) this.#write({ player: this.#player }, 'player.left');
  }

  #write(details: object, message: string): void {
    const fields = { connection: this.#connection, ...details };
    if (this.#protocol === COMPUTER) this.#log.debug(fields, message);
    else this.#log.info(fields, message);
  }
}

/** Logs the start and the end of games. Their players' connections are in the log lines `player.seated`. */
export function logGames(log: Log, entries: readonly JournalEntry[]): void {
  for (const { game, event } of entries) {
    if (event.kind === 'seated') {
      const { black, white } = event;
      const protocols = [black.protocol, white.protocol];
      log.info({ game, black: black.name, white: white.name, protocols, size: black.parameters.size }, 'game.started');
    } else if (event.kind === 'ended') {
      log.info({ game, winner: event.winner, reason: event.reason }, 'game.ended');
    }
  }
}
