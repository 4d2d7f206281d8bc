import { z } from 'zod';
import { protocolModule } from '../protocol-module.ts';
import { carryName } from './name.ts';

/** Go on any size. Messages begin with `CORE.` or, with the chat extension, `CHAT.`: docs/protocols/nu6.md. */
export const nu6 = protocolModule({
  name: 'nu6',
  title: 'Nedap University 6',
  detection: { prefixes: ['CORE.', 'CHAT.'] },
  settings: z.object({}),
  privacy: 'private',
  carryName,
  async server() {
    const { Nu6ServerSession } = await import('./server-session.ts');
    return { open: () => (now) => new Nu6ServerSession(now) };
  },
  client: async () => (await import('./client-session.ts')).nu6Client,
  messages: async () => (await import('./messages.ts')).messages,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
});
