/** The sequence numbers of the lobby. Each field is the last number that was used. */
export interface SequenceNumbers {
  /** Numbers players in the order in which they connected. */
  players: number;
  /** Numbers players in the order in which they got their names. */
  names: number;
  /** Numbers seeks in the order in which they started to wait. */
  seeks: number;
  /** Numbers guests: `guest-N`. */
  guests: number;
  games: number;
}

export const newSequenceNumbers = (): SequenceNumbers => ({ players: 0, names: 0, seeks: 0, guests: 0, games: 0 });
