import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';

describe('private chat is not stored if the beginning of its line', () => {
  /** Three clients with chat. Alice and Bob play later, and Alice sends private chat to Carol. */
  async function startChat(): Promise<RecordingServer> {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nu6', 'carol: nu6');
    for (const name of ['alice', 'bob', 'carol']) await server.send(`${name}: CORE.HELLO~${name}~CHAT`);
    return server;
  }
  const startGame = (server: RecordingServer): Promise<void> =>
    server.send('alice: CORE.NEWGAME~5\nbob: CORE.NEWGAME~5\nalice: CORE.MOVE~3');
  const aliceSends = (server: RecordingServer, text: string): Promise<void> =>
    server.sendBytes('alice', Buffer.from(text));
  async function assertSecret(server: RecordingServer, game: number): Promise<void> {
    await server.storedConversation(game);
    assert.doesNotMatch(server.storedText(game), /4711/);
    assert.match(JSON.stringify(await server.storedConversation(game)), /CORE\.MOVE/);
  }

  test('was all that had arrived at the end of the game', async () => {
    const server = await startChat();
    await startGame(server);
    await aliceSends(server, 'CHAT.MESSAGE~the key is 4711, and');
    await server.send('bob: CORE.SURRENDER');
    await aliceSends(server, ' nobody else knows~carol\n');
    await assertSecret(server, 1);
  });

  test('was sent in the previous game', async () => {
    const server = await startChat();
    await startGame(server);
    await aliceSends(server, 'CHAT.MESSAGE~');
    await server.send('bob: CORE.SURRENDER');
    await aliceSends(server, 'the key is 4711~carol\n');
    await startGame(server);
    await server.send('bob: CORE.SURRENDER');
    await assertSecret(server, 1);
    await assertSecret(server, 2);
  });

  for (const others of [18, 19, 20, 21, 25])
    test(`was dropped because of ${others} messages of other clients`, async () => {
      const server = await startChat();
      await aliceSends(server, 'CHAT.MESSAGE~');
      for (let count = 0; count < others; count++) await server.send('carol: CHAT.MESSAGE~hello everybody');
      await aliceSends(server, 'the key is 4711~carol\n');
      await startGame(server);
      await server.send('bob: CORE.SURRENDER');
      await assertSecret(server, 1);
    });

  test('arrived together with many other messages', async () => {
    const server = await startChat();
    await aliceSends(server, `${`CHAT.MESSAGE~${'x'.repeat(1_000)}~bob\n`.repeat(9)}CHAT.MESSAGE~`);
    await aliceSends(server, 'the key is 4711~carol\n');
    await startGame(server);
    await server.send('bob: CORE.SURRENDER');
    await assertSecret(server, 1);
  });
});
