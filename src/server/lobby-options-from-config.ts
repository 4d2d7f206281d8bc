import type { LobbyOptions } from '../lobby/lobby.ts';
import type { ServeConfig } from './config/config.ts';

/** The lobby's options. The configuration has seconds, the lobby has milliseconds. */
export const lobbyOptionsOf = (config: ServeConfig): LobbyOptions => ({
  protocols: [...config.plainProtocols.keys()],
  grace: config.grace * 1000,
  resume: config.resume * 1000,
  idle: config.idle * 1000,
  lag: config.lag * 1000,
  computerWait: config['house-wait'] * 1000,
});
