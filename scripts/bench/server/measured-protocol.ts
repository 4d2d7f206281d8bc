import type { Socket } from 'node:net';
import type { GeneratedStone } from './generated-games.ts';

/**
 * The bytes that black and white send, and the bytes that both must receive before the next exchange. Black's bytes are first in
 * each pair.
 */
export interface MessageExchange {
  readonly send: readonly [Buffer, Buffer];
  readonly expected: readonly [Buffer, Buffer];
}

/** The messages of a game in one protocol, byte for byte. */
export interface GameExchanges {
  /** Starts a game of two clients with these names. Only one pair may start a game at a time. */
  startGame(black: string, white: string): readonly MessageExchange[];
  /** Plays a stone, until both players have received it. */
  place(stone: GeneratedStone): readonly MessageExchange[];
}

export const exchange = (send: readonly [string, string], expected: readonly [string, string]): MessageExchange => ({
  send: [Buffer.from(send[0], 'latin1'), Buffer.from(send[1], 'latin1')],
  expected: [Buffer.from(expected[0], 'latin1'), Buffer.from(expected[1], 'latin1')],
});

/** Black's text and white's, from the mover's text and the other player's. */
export const byMover = ({ color }: GeneratedStone, mover: string, other: string): readonly [string, string] =>
  color === 'black' ? [mover, other] : [other, mover];

export const both = (text: string): readonly [string, string] => [text, text];

/** Two clients of the relay send the same first message, so that the relay makes a pair of them. */
export const joinRelayPair = (message: string): readonly MessageExchange[] => [exchange(both(message), both(message))];
export const joinRelayPairByLine = (black: string): readonly MessageExchange[] => joinRelayPair(`${black}\n`);

/** A client of the relay. */
export interface RelayClient {
  readonly socket: Socket;
  /** The relay waits for an `ack` of this client. */
  owesAck: boolean;
}

/** How a protocol is measured. The folder `game-messages` has one file for each protocol. */
export interface MeasuredProtocol {
  readonly isBinary?: true;
  /** A client can choose the size of the board. */
  readonly choosesBoard?: true;
  /** The settings of the listener, if a client cannot choose the size of the board. */
  readonly settings?: string;
  exchanges(lines: number): GameExchanges;
  /** As many messages in each direction, for the relay (relay.ts), which does not understand them. */
  readonly relayExchanges: GameExchanges;
  /** Handles a message at the relay: sends it to both clients, back to the sender, or to the other client. */
  relay(from: RelayClient, to: RelayClient, message: string): void;
  /** The first message of the idle client number `index`, which the server answers. Absent if no client is ever idle. */
  readonly idle?: (index: number) => string;
  /** The server pairs a client as soon as it has sent this message, unless the server drains. */
  readonly isPairedAtOnce?: true;
}

export function sendToBoth(from: RelayClient, to: RelayClient, line: string): void {
  from.socket.write(`${line}\n`);
  to.socket.write(`${line}\n`);
}
