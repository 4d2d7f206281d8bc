import type { Lobby } from './lobby.ts';

export type LobbyReads = Pick<
  Lobby,
  'boardPreview' | 'canEnter' | 'invitation' | 'listedGame' | 'listedPlayer' | 'publicDirectory' | 'viewGame' | 'visit'
>;
