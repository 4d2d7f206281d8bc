import { memoryTransport } from '../transcripts/transcript-transport.ts';
import { TappedServer } from './tapped-server.ts';

/** Everything that a tap shows and writes about one client that sends these lines, in packets of at most `packet` bytes. */
export async function tappedLines(listener: string, lines: readonly string[], packet: number): Promise<string> {
  const server = new TappedServer({});
  await server.start();
  const transport = memoryTransport(server, packet);
  const client = await transport.connect(listener, '127.0.0.1');
  await transport.settle();
  for (const line of lines) {
    await client.send(Buffer.from(line));
    await transport.settle();
  }
  return [...server.written, ...server.shown].join('\n');
}
