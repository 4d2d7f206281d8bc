import { z } from 'zod';
import { protocolModule } from '../../../../src/protocols/protocol-module.ts';

/** A toy protocol: Go in binary messages, with a password. The server sends the first message, so it needs its own listener. */
export const pebble = protocolModule({
  name: 'pebble',
  title: 'Pebble',
  detection: {},
  settings: z.object({}),
  privacy: 'secret',
  carryName: (name) => [...name].slice(0, 16).join(''),
  async server() {
    const { PebbleSession } = await import('./server-session.ts');
    return { open: () => (now) => new PebbleSession(now) };
  },
  messages: async () => (await import('./messages.ts')).messages,
});
