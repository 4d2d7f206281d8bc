import type { Command } from './command.ts';
import type { GameId } from './games/game-event.ts';
import type { ClientProfile, PlayerId } from './players/player.ts';
import type { ServiceMode } from './service-mode.ts';

/** Everything that changes the lobby. Inputs are plain JSON data. */
export type Input =
  | CommandInput
  /** Bytes of the player were received that led to no command. At most one in 20 s for each player. */
  | { readonly kind: 'heard'; readonly player: PlayerId }
  /** No page of the player is connected, and the connection is lost then; milliseconds since the epoch. Absent: a page is connected again. */
  | { readonly kind: 'away'; readonly player: PlayerId; readonly until?: number }
  /** The connection is lost. */
  | { readonly kind: 'lost'; readonly player: PlayerId }
  /** The server closed the connection: the seat is not reserved. */
  | { readonly kind: 'dismissed'; readonly player: PlayerId }
  /** A node has gone, and with it the connections of all its players. Their seats are reserved for at least the resume time. */
  | { readonly kind: 'node-left'; readonly node: number }
  /** The players of a node begin no game from now on, because the node is about to leave, or may do so again. */
  | { readonly kind: 'drain-node'; readonly node: number; readonly isDraining: boolean }
  /** Nothing but that time has passed. */
  | { readonly kind: 'time' }
  /** The server accepts connections: the resume time starts. */
  | { readonly kind: 'opened' }
  /** What is refused as `not-now`. The idle limit stands still while moves are refused. */
  | { readonly kind: 'service-mode'; readonly mode: ServiceMode }
  /**
   * Only its owner can take the name from now on. Players who have the name keep it. With `guarded`, a reserved seat of this
   * name is not given to a client only because of its address.
   */
  | { readonly kind: 'reserve-name'; readonly name: string; readonly guarded?: boolean }
  | { readonly kind: 'unreserve-name'; readonly name: string }
  /** Until then, in milliseconds since the epoch, players from this address can take the reserved name. */
  | { readonly kind: 'admit'; readonly name: string; readonly address: string; readonly until: number }
  /**
   * Until then, in milliseconds since the epoch, the next player may take the reserved name, from this address if one is given.
   */
  | { readonly kind: 'open-name'; readonly name: string; readonly address?: string; readonly until: number }
  /** An administrator ends a game without a winner. Refused: `no-game`. */
  | { readonly kind: 'stop-game'; readonly game: GameId }
  /** An administrator disconnects a player or ends the reservation of its seat. Refused: `no-such-player`. */
  | { readonly kind: 'kick'; readonly name: string }
  /** The same for all players of an account, or for all players and reserved seats of these addresses. */
  | { readonly kind: 'kick-account'; readonly account: string }
  | { readonly kind: 'kick-addresses'; readonly addresses: readonly string[] }
  /** Takes the next game number for a game that is not played here. The decision has the number. */
  | { readonly kind: 'allocate-game' }
  /** New games get higher numbers than this. */
  | { readonly kind: 'raise-last-game'; readonly game: GameId };

/** A command of a player. The first one of a connection carries what is known of the client. */
export interface CommandInput {
  readonly kind: 'command';
  readonly player: PlayerId;
  readonly command: Command;
  readonly client?: ClientProfile;
  /** When bytes of the player were last received; milliseconds since the epoch. */
  readonly heard?: number;
}
