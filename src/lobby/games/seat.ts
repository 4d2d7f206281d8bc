import type { Player, ReservedSeat } from '../players/player.ts';
import type { SeatRecord } from './game-event.ts';

export interface Seat {
  record: SeatRecord;
  /** Absent while the seat is reserved. */
  player: Player | undefined;
  reserved: ReservedSeat | undefined;
  /** Whether the client must finish a set-up before it can play. */
  handshake: boolean;
  ready: boolean;
}

/** A seat without a player. */
export const newSeat = (record: SeatRecord): Seat => ({
  record,
  player: undefined,
  reserved: undefined,
  handshake: false,
  ready: false,
});
