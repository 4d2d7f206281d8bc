import { lineText } from '../../sanitize-text.ts';
import { protocolModule } from '../protocol-module.ts';
import { listenerOf, listenerSettings } from './listener-settings.ts';

/** Gomoku in binary messages, versions 0.1.0 and 0.2.0: docs/protocols/gomokurs.md. */
export const gomokurs = protocolModule({
  name: 'gomokurs',
  title: 'Gomokurs over TCP',
  // PROTOCOL VERSION in either numbering, and the first byte of its length.
  detection: {
    bytes: [
      [0x0a, 0x00],
      [0x0c, 0x00],
    ],
  },
  settings: listenerSettings,
  privacy: 'public',
  carryName: (name) => lineText(name),
  sendsTime: true,
  async server() {
    const { GomokursServerSession } = await import('./server-session.ts');
    const { makeRefusal } = await import('./messages.ts');
    return {
      makeRefusal,
      open(settings) {
        const listener = listenerOf(settings);
        return (now) => new GomokursServerSession(listener, now);
      },
    };
  },
  client: async () => (await import('./client-session.ts')).gomokursClient,
  messages: async () => (await import('./message-explainer.ts')).messages,
  engineBridge: async () => (await import('./as-piskvork/configure-bridge.ts')).configureBridge,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
});
