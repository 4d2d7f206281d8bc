import { protocolModule } from '../protocol-module.ts';
import { BANNER } from './banner.ts';
import { listenerSettings } from './listener-settings.ts';
import { carryName } from './name.ts';

/**
 * Go for graphical clients and terminals: IGS, NNGS and related servers. The server sends the first message:
 * docs/protocols/igs.md.
 */
export const igs = protocolModule({
  name: 'igs',
  title: 'IGS',
  // Other servers are detected only if they begin with the prompt.
  detection: { greetings: ['Login: ', BANNER] },
  settings: listenerSettings,
  privacy: 'secret',
  carryName,
  hasProposals: true,
  sendsTime: true,
  sendsRatings: true,
  async server() {
    const { IgsServerSession } = await import('./server-session.ts');
    return {
      open:
        ({ komi }) =>
        (now) =>
          new IgsServerSession(komi, now),
    };
  },
  client: async () => (await import('./client-session.ts')).igsClient,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
  messages: async () => (await import('./message-explainer.ts')).messages,
});
