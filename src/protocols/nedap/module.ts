import { z } from 'zod';
import { protocolModule } from '../protocol-module.ts';
import { carryName } from './name.ts';

/** The Go protocol of Nedap University, 2016 to 2018: docs/protocols/nedap.md. */
export const nedap = protocolModule({
  name: 'nedap',
  title: 'Nedap University 2016 to 2018',
  detection: { words: ['GO', 'PLAYER', 'CANCEL'] },
  settings: z.object({}),
  privacy: 'private',
  carryName,
  async server() {
    const { NedapServerSession } = await import('./server-session.ts');
    return { open: () => (now) => new NedapServerSession(now) };
  },
  client: async () => (await import('./client-session.ts')).nedapClient,
  messages: async () => (await import('./messages.ts')).messages,
  conformance: async () => (await import('./conformance/conformance.ts')).conformance,
});
