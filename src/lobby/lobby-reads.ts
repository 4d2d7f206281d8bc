import type { Lobby } from './lobby.ts';

/** What may be read of the lobby without an input. */
export type LobbyReads = Pick<
  Lobby,
  'boardPicture' | 'canSeat' | 'invitation' | 'listedGame' | 'listedPlayer' | 'publicDirectory' | 'viewGame' | 'visit'
>;
