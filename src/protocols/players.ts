import { daigoPlayer } from './daigo/player.ts';
import { gomokursPlayer } from './gomokurs/player.ts';
import { nedapPlayer } from './nedap/player.ts';
import { nu6Player } from './nu6/player.ts';
import type { PlayerProtocol } from './player.ts';
import { remasteredPlayer } from './remastered/player.ts';

/** Every protocol that is spoken from the client's side. A new one is its own folder and a line in this list. */
export const PLAYERS: readonly PlayerProtocol[] = [
  daigoPlayer,
  remasteredPlayer,
  nu6Player,
  nedapPlayer,
  gomokursPlayer,
];

export const playerNamed = (name: string): PlayerProtocol | undefined => PLAYERS.find((each) => each.name === name);
