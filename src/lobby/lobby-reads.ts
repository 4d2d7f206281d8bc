import type { Lobby } from './lobby.ts';

/** The methods that read the lobby without an input. */
export type LobbyReads = Pick<
  Lobby,
  'boardPreview' | 'canEnter' | 'invitation' | 'listedGame' | 'listedPlayer' | 'publicDirectory' | 'viewGame' | 'visit'
>;
