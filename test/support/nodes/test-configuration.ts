import type { SharedConfiguration } from '../../../src/nodes/stream-message.ts';

/** The shared configuration of the nodes in tests. */
export const CONFIGURATION: SharedConfiguration = {
  installation: 'test',
  database: '',
  lobbyVersion: 1,
  unicode: '17',
  options: { resume: 60_000 },
  lastGame: 0,
  administrators: [],
};
