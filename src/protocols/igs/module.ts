import { protocolModule } from '../protocol-module.ts';
import { BANNER } from './banner.ts';
import { carryName } from './name.ts';
import { listenerSettings } from './settings.ts';

/** Go for people and their graphical clients: IGS, NNGS and their relatives. The server speaks first: docs/protocols/igs.md. */
export const igs = protocolModule({
  name: 'igs',
  title: 'IGS',
  // Of others only those are known that ask at once.
  detection: { greetings: ['Login: ', BANNER] },
  settings: listenerSettings,
  privacy: 'secret',
  carryName,
  proposes: true,
  tellsTime: true,
  tellsRatings: true,
  async server() {
    const { IgsSession } = await import('./server-session.ts');
    return {
      open:
        ({ komi }) =>
        (now) =>
          new IgsSession(komi, now),
    };
  },
  client: async () => (await import('./client-session.ts')).igsClient,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
  messages: async () => (await import('./interpreter.ts')).messages,
});
