import { protocolModule } from '../protocol-module.ts';
import { listenerOf, listenerSettings } from './listener-settings.ts';
import { carryName } from './name.ts';

/** Go for engines, with accounts and clocks. The server speaks first: docs/protocols/cgos.md. */
export const cgos = protocolModule({
  name: 'cgos',
  title: 'CGOS',
  detection: { greetings: ['protocol'] },
  settings: listenerSettings,
  privacy: 'secret',
  carryName,
  sendsTime: true,
  sendsRatings: true,
  async server() {
    const { CgosServerSession } = await import('./server-session.ts');
    return {
      anchors: (settings) => settings.anchor.map((each) => ({ ...each, parameters: listenerOf(settings).parameters })),
      open(settings) {
        const listener = listenerOf(settings);
        return (now) => new CgosServerSession(listener, now);
      },
    };
  },
  client: async () => (await import('./client-session.ts')).cgosClient,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
  messages: async () => (await import('./message-explainer.ts')).messages,
});
