import { protocolModule } from '../protocol-module.ts';
import { listenerSettings } from './listener-settings.ts';

/** Go as the Python program go-remastered plays it, every message acknowledged: docs/protocols/remastered.md. */
export const remastered = protocolModule({
  name: 'remastered',
  title: 'go-remastered',
  detection: { words: ['go'] },
  settings: listenerSettings,
  privacy: 'public',
  // No name is ever shown to these clients.
  carryName: (name) => name,
  async server() {
    const { RemasteredServerSession } = await import('./server-session.ts');
    return { open: (settings) => (now) => new RemasteredServerSession(settings, now) };
  },
  client: async () => (await import('./client-session.ts')).remasteredClient,
  messages: async () => (await import('./messages.ts')).messages,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
});
