import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';

/** Malformed messages that may be meant as private chat. The text `4711` must not be published. */
const ALMOST_PRIVATE: Readonly<Record<string, readonly string[]>> = {
  nu6: [
    'chat.message~the key is 4711~carol',
    'Chat.Message~the key is 4711~carol',
    'CHAT.MESSAGE ~the key is 4711~carol',
    'CHAT.MESSAGE the key is 4711 carol',
    'CHAT.MESSAGES~the key is 4711~carol',
    'CHAT,MESSAGE~the key is 4711~carol',
    'CHAT.MESAGE~the key is 4711~carol',
    '\tCHAT.MESSAGE~the key is 4711~carol',
    'CHAT~the key is 4711~carol',
    'MESSAGE~the key is 4711~carol',
    'CORE.MESSAGE~the key is 4711~carol',
    'CORE.CHAT.MESSAGE~the key is 4711~carol',
    'CORE.PASS CHAT.MESSAGE~the key is 4711~carol',
    'CORE.PASS\rCHAT.MESSAGE~the key is 4711~carol',
    'CORE.BYE.MESSAGE~the key is 4711~carol',
    'CORE.MOVE~3chat.message~4711~carol',
    'CORE.MOVE~the key is 4711~carol',
    'CORE.HELLO~alice\rCHAT.MESSAGE~4711~carol',
    'CHAT.MESSAGE~~4711',
    'the key is 4711',
  ],
  nedap: [
    'chat the key is 4711',
    'Chat the key is 4711',
    'CHAT: the key is 4711',
    'CHAT\tthe key is 4711',
    '\tCHAT the key is 4711',
    'CHATS the key is 4711',
    'MESSAGE the key is 4711',
    'PASS\rCHAT the key is 4711',
    'MOVE 1 1CHAT 4711',
    'MOVE the key is 4711 and nothing else',
    'the key is 4711',
    'key-4711',
  ],
  web: [
    '{"kind":"Chat","text":"the key is 4711","to":"opponent"}',
    '{"kind":"chats","text":"the key is 4711","to":"opponent"}',
    '{"Kind":"chat","text":"the key is 4711","to":"opponent"}',
    '{"kind":"whisper","text":"the key is 4711","to":"opponent"}',
    '{"kind":"sync","text":"the key is 4711","to":"opponent"}',
    '{"kind":"chat","text":"the key is 4711","text":"hello","to":"everyone"}',
    '{"kind":"chat","text":"hello","to":"everyone","the key is 4711":1}',
    '{"kind":"sync","key 4711":1}',
    '["the key is 4711"]',
    '"the key is 4711"',
    'the key is 4711',
  ],
};

const OPENING: Readonly<Record<string, string>> = {
  nu6: 'alice: CORE.HELLO~alice~CHAT\nalice: CORE.NEWGAME~5\nbob: GO bob 5',
  nedap: 'alice: GO alice 5\nbob: GO bob 5',
  web: 'alice: {"kind":"enter","name":"alice"}\nalice: {"kind":"seek","board":{"game":"go","size":5}}\nbob: GO bob 5',
};

describe('a malformed message that may be private chat is not published', () => {
  for (const [protocol, lines] of Object.entries(ALMOST_PRIVATE))
    for (const packet of [65_536, 1])
      for (const line of lines)
        test(`${protocol}, ${packet === 1 ? 'byte by byte' : 'whole'}: ${JSON.stringify(line)}`, async () => {
          const server = await RecordingServer.start({}, packet);
          await server.connect(`alice: ${protocol}`, 'bob: nedap', 'carol: nu6');
          await server.send(`carol: CORE.HELLO~carol~CHAT\n${OPENING[protocol]}`);
          await server.sendBytes('alice', Buffer.from(`${line}\n`));
          const live = server.unfinishedConversation(1);
          assert.doesNotMatch(JSON.stringify(live), /4711/);
          assert.ok(live?.messages.some((message) => message.private === true && message.seat === 'black'));
          await server.send('bob: TABLEFLIP');
          assert.doesNotMatch(JSON.stringify(await server.storedConversation(1)), /4711/);
          assert.doesNotMatch(server.storedText(1), /4711/);
        });

  for (const line of ['CHAT.MESSAGE~the key is 4711 \xff~carol', `CHAT.MESSAGE~4711${'x'.repeat(4_100)}~carol`])
    for (const packet of [65_536, 700])
      test(`nu6: ${line.slice(0, 40)}, of ${line.length} bytes, in packets of ${packet} bytes`, async () => {
        const server = await RecordingServer.start({}, packet);
        await server.connect('alice: nu6', 'bob: nedap');
        await server.send(OPENING['nu6'] ?? '');
        await server.sendBytes('alice', Buffer.from(`${line}\n`, 'latin1'));
        assert.doesNotMatch(JSON.stringify(server.unfinishedConversation(1)), /4711/);
        await server.send('bob: TABLEFLIP');
        await server.storedConversation(1);
        assert.doesNotMatch(server.storedText(1), /4711/);
      });

  for (const others of [16, 17, 18, 19, 20])
    test(`the answer that repeats it is not published either, after ${others} messages of other clients`, async () => {
      const server = await RecordingServer.start();
      await server.connect('alice: nu6', 'bob: nu6', 'carol: nu6');
      await server.send('bob: CORE.HELLO~bob\ncarol: CORE.HELLO~carol~CHAT\nalice: CORE.HELLO~alice~CHAT');
      // The first message of a client is stored for longer.
      await server.send(`alice: CHAT.MESSAGE~${'x'.repeat(300)}\nalice: chat.message~the key is 4711~carol`);
      for (let count = 0; count < others; count++) await server.send('carol: CHAT.MESSAGE~hello everybody');
      await server.send('alice: CORE.NEWGAME~5\nbob: CORE.NEWGAME~5\nbob: CORE.SURRENDER');
      assert.doesNotMatch(JSON.stringify(await server.storedConversation(1)), /4711/);
      assert.doesNotMatch(server.storedText(1), /4711/);
    });

  test('it is not published either if half of it was sent before the start of the game', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send('alice: CORE.HELLO~alice~CHAT\nalice: CORE.NEWGAME~5');
    await server.sendBytes('alice', Buffer.from('chat.message~the key'));
    await server.send('bob: GO bob 5');
    await server.sendBytes('alice', Buffer.from(' is 4711~carol\n'));
    await server.send('bob: TABLEFLIP');
    assert.doesNotMatch(JSON.stringify(await server.storedConversation(1)), /4711/);
    assert.doesNotMatch(server.storedText(1), /4711/);
  });
});

describe('a malformed message that cannot be private chat is shown with its error', () => {
  for (const [protocol, line] of [
    ['nu6', 'CORE.MOVE~x'],
    ['nu6', 'CORE.MOVE~2~2'],
    ['nu6', 'CORE.NEWGAME~1'],
    ['nedap', 'MOVE 2,2'],
    ['nedap', 'PASS nobody'],
    ['nedap', 'GO Alice 6'],
  ] as const)
    test(`${protocol}: ${line}`, async () => {
      const server = await RecordingServer.start();
      await server.connect(`alice: ${protocol}`, 'bob: nedap');
      await server.send(OPENING[protocol] ?? '');
      await server.send(`alice: ${line}\nbob: TABLEFLIP`);
      const { messages } = await server.storedConversation(1);
      assert.ok(messages.some(({ text, malformed }) => text === line && malformed === true));
    });
});
