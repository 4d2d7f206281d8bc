import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';

describe('private chat, where the beginning of its line', () => {
  /** Two who may chat, and a third whom they tell their secrets. */
  async function three(): Promise<RecordingServer> {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nu6', 'carol: nu6');
    for (const name of ['alice', 'bob', 'carol']) await server.send(`${name}: CORE.HELLO~${name}~CHAT`);
    return server;
  }
  const begins = (server: RecordingServer): Promise<void> =>
    server.send('alice: CORE.NEWGAME~5\nbob: CORE.NEWGAME~5\nalice: CORE.MOVE~3');
  const says = (server: RecordingServer, text: string): Promise<void> => server.sendBytes('alice', Buffer.from(text));
  async function secretIsKept(server: RecordingServer, game: number): Promise<void> {
    await server.storedConversation(game);
    assert.doesNotMatch(server.storedText(game), /4711/);
    assert.match(JSON.stringify(await server.storedConversation(game)), /CORE\.MOVE/);
  }

  test('is all there was when the game ended', async () => {
    const server = await three();
    await begins(server);
    await says(server, 'CHAT.MESSAGE~the key is 4711, and');
    await server.send('bob: CORE.SURRENDER');
    await says(server, ' nobody else knows~carol\n');
    await secretIsKept(server, 1);
  });

  test('was said in the game before', async () => {
    const server = await three();
    await begins(server);
    await says(server, 'CHAT.MESSAGE~');
    await server.send('bob: CORE.SURRENDER');
    await says(server, 'the key is 4711~carol\n');
    await begins(server);
    await server.send('bob: CORE.SURRENDER');
    await secretIsKept(server, 1);
    await secretIsKept(server, 2);
  });

  for (const talk of [18, 19, 20, 21, 25])
    test(`is forgotten for ${talk} others’ words`, async () => {
      const server = await three();
      await says(server, 'CHAT.MESSAGE~');
      for (let count = 0; count < talk; count++) await server.send('carol: CHAT.MESSAGE~hello everybody');
      await says(server, 'the key is 4711~carol\n');
      await begins(server);
      await server.send('bob: CORE.SURRENDER');
      await secretIsKept(server, 1);
    });

  test('came with much else', async () => {
    const server = await three();
    await says(server, `${`CHAT.MESSAGE~${'x'.repeat(1_000)}~bob\n`.repeat(9)}CHAT.MESSAGE~`);
    await says(server, 'the key is 4711~carol\n');
    await begins(server);
    await server.send('bob: CORE.SURRENDER');
    await secretIsKept(server, 1);
  });
});
