import { z } from 'zod';
import { protocolModule } from '../protocol-module.ts';

/** JSON objects: one per message of a WebSocket or, on a separate listener, one per line: docs/protocols/web.md. */
export const web = protocolModule({
  name: 'web',
  title: 'The page and the API',
  detection: {},
  isOverHttp: true,
  settings: z.object({}),
  privacy: 'private',
  // No protocol accepts a name with a control character, and JSON can write all others.
  carryName: (name) => name,
  hasProposals: true,
  sendsTime: true,
  async server() {
    const { WebServerSession } = await import('./server-session.ts');
    return { open: () => (now, account) => new WebServerSession(now, account), belongsToNoGame };
  },
  messages: async () => (await import('./messages.ts')).messages,
});

const DIRECTORY = ['{"kind":"directory"', '{"kind":"changes"'].map((start) => Buffer.from(start));

/** The players, seeks and games: a client that observes gets every change. */
const belongsToNoGame = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x7b && DIRECTORY.some((start) => start.equals(bytes.subarray(0, start.length)));
