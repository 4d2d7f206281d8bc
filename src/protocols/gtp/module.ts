import { protocolModule } from '../protocol-module.ts';
import { listenerSettings } from './listener-settings.ts';

/**
 * The Go Text Protocol over TCP. A listener is an engine for controllers, or a controller for engines: docs/protocols/gtp.md.
 */
export const gtp = protocolModule({
  name: 'gtp',
  title: 'GTP over TCP',
  // An engine sends nothing before the first command.
  detection: {},
  settings: listenerSettings,
  privacy: 'public',
  // No message has a player's name.
  carryName: (name) => name,
  leavesByClosing: true,
  async server() {
    const { openSession } = await import('./server-session.ts');
    return { open: openSession };
  },
  client: async () => (await import('./client-session.ts')).gtpClient,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
  messages: async () => (await import('./messages.ts')).messages,
});
