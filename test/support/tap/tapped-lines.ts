import { memoryTransport } from '../transcripts/transcript-transport.ts';
import { TappedServer } from './tapped-server.ts';

/** All that a tap shows and writes of one client that says these lines, in pieces of at most `packet` bytes. */
export async function tappedLines(listener: string, lines: readonly string[], packet: number): Promise<string> {
  const world = new TappedServer({});
  await world.start();
  const stage = memoryTransport(world, packet);
  const actor = await stage.connect(listener, '127.0.0.1');
  await stage.settle();
  for (const line of lines) {
    await actor.send(Buffer.from(line));
    await stage.settle();
  }
  return [...world.written, ...world.shown].join('\n');
}
