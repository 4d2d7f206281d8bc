import type { Answer } from '../../lobby/command.ts';
import type { Entry } from '../../lobby/event.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Openness } from '../../lobby/openness.ts';
import type { Caller, Link } from './link.ts';
import type { Log } from './witnesses.ts';

/** So many remarks of one client, and so many characters of each, are worth a place in the log. */
const MOST_REMARKS = 20;
const LONGEST_REMARK = 200;

/**
 * What the log tells of one connection: every line has its name. Who is called something is worth an `info`, when they
 * come and when they go; whoever only looks, and the house, a `debug`.
 */
export class Story {
  readonly #log: Log;
  readonly #connection: string;
  readonly #protocol: string;
  readonly #address: string;
  /** The name that they entered under. */
  #player: string | undefined;
  #remarks = 0;

  constructor(log: Log, { id: connection }: Link, { protocol: { name: protocol }, listener, address }: Caller) {
    this.#log = log;
    this.#connection = connection;
    this.#protocol = protocol;
    this.#address = address;
    log.debug({ connection, protocol, listener, address }, 'speaks');
  }

  answered(answer: Answer): void {
    if (answer.kind !== 'entered') return;
    this.#player = answer.name;
    this.#tell({ player: answer.name, protocol: this.#protocol, address: this.#address }, 'enters');
  }

  heard(notice: Notice): void {
    if (notice.kind !== 'started') return;
    const { game, color } = notice;
    this.#log.info({ connection: this.#connection, game, color }, 'sits down');
  }

  remarked(remark: string): void {
    if (this.#remarks++ >= MOST_REMARKS) return;
    this.#log.info({ connection: this.#connection, remark: remark.slice(0, LONGEST_REMARK) }, 'a client remarks');
  }

  /** By a mistake of ours, which is worth the whole story. */
  broken(error: unknown): void {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.error({ connection: this.#connection, protocol: this.#protocol, error: what }, 'a conversation breaks');
  }

  ended(): void {
    if (this.#player !== undefined) this.#tell({ player: this.#player }, 'leaves');
  }

  #tell(what: object, message: string): void {
    const told = { connection: this.#connection, ...what };
    if (this.#protocol === 'house') this.#log.debug(told, message);
    else this.#log.info(told, message);
  }
}

/** What the log tells of games; `sits down` has said over which connections. */
export function tellGames(log: Log, entries: readonly Entry[]): void {
  for (const { game, event } of entries) {
    if (event.kind === 'seated') {
      const { black, white } = event;
      const protocols = [black.protocol, white.protocol];
      log.info({ game, black: black.name, white: white.name, protocols, size: black.wish.size }, 'game begins');
    } else if (event.kind === 'ended') {
      log.info({ game, winner: event.winner, reason: event.reason }, 'game ends');
    }
  }
}

const OPENNESS: Readonly<Record<Openness, string>> = {
  open: 'games begin and go on again',
  'no-new-games': 'no game begins any more',
  'endings-only': 'the disk is as good as full: nothing but ends is kept',
};

/** Said whenever it changes what may happen. */
export function tellOpenness(log: Log, openness: Openness): void {
  if (openness === 'endings-only') log.error({ openness }, OPENNESS[openness]);
  else log.info({ openness }, OPENNESS[openness]);
}
