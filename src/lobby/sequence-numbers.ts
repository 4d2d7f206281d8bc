/** The sequence numbers of the lobby. Each is the last number that was given. */
export interface SequenceNumbers {
  /** The order in which players came. */
  players: number;
  /** The order in which names were taken. */
  names: number;
  /** The order in which seeks began to wait. */
  seeks: number;
  /** The numbers in `guest-N`. */
  guests: number;
  games: number;
}

export const newSequenceNumbers = (): SequenceNumbers => ({ players: 0, names: 0, seeks: 0, guests: 0, games: 0 });
