import type { Socket } from 'node:net';
import type { GeneratedStone } from './generated-games.ts';

/** What either seat says, and what both must be told before anything else is said: black's, and white's. */
export interface MessageExchange {
  readonly say: readonly [Buffer, Buffer];
  readonly told: readonly [Buffer, Buffer];
}

/** How a game is played in one protocol, word for word. */
export interface GameExchanges {
  /** How two clients of these names sit down to a game, the first of them black; one table at a time. */
  sitDown(black: string, white: string): readonly MessageExchange[];
  /** What a stone comes to, until both seats are told of it. */
  place(stone: GeneratedStone): readonly MessageExchange[];
}

export const step = (say: readonly [string, string], told: readonly [string, string]): MessageExchange => ({
  say: [Buffer.from(say[0], 'latin1'), Buffer.from(say[1], 'latin1')],
  told: [Buffer.from(told[0], 'latin1'), Buffer.from(told[1], 'latin1')],
});

/** The mover's first. */
export const byMover = ({ color }: GeneratedStone, mover: string, other: string): readonly [string, string] =>
  color === 'black' ? [mover, other] : [other, mover];

export const both = (text: string): readonly [string, string] => [text, text];

/** Both name the table at which they meet. */
export const byTable = (table: string): readonly MessageExchange[] => [step(both(table), both(table))];
export const byLine = (black: string): readonly MessageExchange[] => byTable(`${black}\n`);

/** A client of the relay. */
export interface RelayedPlayer {
  readonly socket: Socket;
  /** Of an `ack` that is waited for. */
  owes: boolean;
}

/** How a protocol is measured: a file of `dialects`, by the name of the protocol. */
export interface MeasuredProtocol {
  readonly isBinary?: true;
  /** Players can ask for a board. */
  readonly choosesBoard?: true;
  /** The settings of a listener, where a client cannot ask for the board. */
  readonly settings?: string;
  dialect(lines: number): GameExchanges;
  /** The same messages to and fro at a relay (relay.ts), which knows no words but those that it must. */
  readonly relayed: GameExchanges;
  /** What the relay does with a message: a move goes to both, or is answered, or goes to the other side. */
  relay(from: RelayedPlayer, to: RelayedPlayer, message: string): void;
  /** What the `index`th idle client says first, and is answered; absent where no client is ever idle. */
  readonly idle?: (index: number) => string;
  /** A client is seated as soon as it has said that, unless no game begins. */
  readonly isSeatedAtOnce?: true;
}

export function tellBoth(from: RelayedPlayer, to: RelayedPlayer, line: string): void {
  from.socket.write(`${line}\n`);
  to.socket.write(`${line}\n`);
}
