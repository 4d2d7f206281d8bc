import type { Command } from './command.ts';
import type { GameId } from './games/game-event.ts';
import type { ConnectionProfile, PlayerId } from './players/player.ts';
import type { ServiceMode } from './service-mode.ts';

/** Everything that changes the lobby. Inputs are plain JSON data. */
export type Input =
  | CommandInput
  /** Bytes of the player were received that contained no command. At most one such input in 20 s for each player. */
  | { readonly kind: 'bytes-received'; readonly player: PlayerId }
  /**
   * No page of the player is connected. At `until`, in milliseconds since the epoch, its connection counts as lost. Without `until`: a page is
   * connected again.
   */
  | { readonly kind: 'away'; readonly player: PlayerId; readonly until?: number }
  | { readonly kind: 'lost'; readonly player: PlayerId }
  /** The server closed the connection: the seat is not reserved. */
  | { readonly kind: 'dismissed'; readonly player: PlayerId }
  /** A node has left, and with it the connections of all its players. Their seats are reserved for at least the resume time. */
  | { readonly kind: 'node-left'; readonly node: number }
  /** The players of a node start no games from now on, because the node is about to leave; or they may start games again. */
  | { readonly kind: 'drain-node'; readonly node: number; readonly isDraining: boolean }
  | { readonly kind: 'time' }
  /** The server accepts connections: the resume time starts. */
  | { readonly kind: 'opened' }
  /** Sets which commands are refused as `not-now`. The idle limit stands still while moves are refused. */
  | { readonly kind: 'service-mode'; readonly mode: ServiceMode }
  /**
   * Reserves a name for its owner. A player who has the name already keeps it. With `guarded`, the right address alone does not allow a
   * client to take a reserved seat of this name.
   */
  | { readonly kind: 'reserve-name'; readonly name: string; readonly guarded?: boolean }
  | { readonly kind: 'unreserve-name'; readonly name: string }
  /** Players from this address can take the reserved name until `until`, in milliseconds since the epoch. */
  | { readonly kind: 'admit'; readonly name: string; readonly address: string; readonly until: number }
  /** One player can take the reserved name until `until`, in milliseconds since the epoch. With `address`: only a player from there. */
  | { readonly kind: 'open-name'; readonly name: string; readonly address?: string; readonly until: number }
  /** An administrator ends a game without a winner. Refused: `no-game`. */
  | { readonly kind: 'stop-game'; readonly game: GameId }
  /** An administrator disconnects a player or ends the reservation of its seat. Refused: `no-such-player`. */
  | { readonly kind: 'kick'; readonly name: string }
  /** An administrator disconnects all players of an account. Refused: `no-such-player`. */
  | { readonly kind: 'kick-account'; readonly account: string }
  /** An administrator disconnects all players of these addresses and ends the reservations of their seats. Refused: `no-such-player`. */
  | { readonly kind: 'kick-addresses'; readonly addresses: readonly string[] }
  /** Allocates the next game number for a game that is not played here. The decision contains the number. */
  | { readonly kind: 'allocate-game' }
  /** New games get higher numbers than `game`. */
  | { readonly kind: 'raise-last-game'; readonly game: GameId };

/** A command of a player. The first command of a connection contains `client`. */
export interface CommandInput {
  readonly kind: 'command';
  readonly player: PlayerId;
  readonly command: Command;
  readonly client?: ConnectionProfile;
  /** When bytes of the player were last received; milliseconds since the epoch. */
  readonly receivedAt?: number;
}
