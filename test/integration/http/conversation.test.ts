import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConversationResource, conversation, failure } from '../../../src/protocols/api/resource-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { newSqlitePath } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

/** Starts a game between Alice (nu6, black) and Bob (nedap, white). Black makes the first move. */
async function startGame(port: number): Promise<readonly [alice: TcpClient, bob: TcpClient]> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.HELLO');
  bob.send('GO bob 9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  alice.send('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
  return [alice, bob];
}

async function conversationOf(url: string, game: number): Promise<ConversationResource> {
  const answer = await fetch(`${url}/api/games/${game}/conversation`);
  const body = await answer.text();
  assert.equal(answer.status, 200, body);
  return conversation.parse(JSON.parse(body));
}

const messagesOf = ({ messages }: ConversationResource, seat: 'black' | 'white'): string[] =>
  messages
    .filter((message) => message.seat === seat)
    .map(({ from, text }) => `${from === 'client' ? '>' : '<'} ${text}`);

const ALICES_MESSAGES = [
  '> CORE.HELLO~alice',
  '> CORE.NEWGAME~9',
  '< CORE.HELLO',
  '< CORE.MATCH~BLACK~9~bob',
  '> CORE.MOVE~40',
  '< CORE.MOVE~40',
];
const BOBS_MESSAGES = ['> GO bob 9', '< WAITING', '< READY white alice 9', '< VALID black 4 4'];

describe('the conversation of a game, over HTTP', () => {
  test('can be read during the game and after its end', async (t) => {
    const { port, url } = await startTestServer(t);
    const [alice, bob] = await startGame(port);
    const running = await conversationOf(url, 1);
    assert.deepEqual(
      [running.black, running.white, running.cut],
      [{ name: 'alice', protocol: 'nu6' }, { name: 'bob', protocol: 'nedap' }, false],
    );
    assert.deepEqual(messagesOf(running, 'black').sort(), [...ALICES_MESSAGES].sort());
    assert.deepEqual(messagesOf(running, 'white'), BOBS_MESSAGES);
    bob.send('TABLEFLIP');
    assert.match(await alice.line(), /^CORE\.GAMEOVER/);
    const over = await conversationOf(url, 1);
    assert.deepEqual(messagesOf(over, 'white').slice(0, -2), [...BOBS_MESSAGES, '> TABLEFLIP']);
  });

  test('is stored with the game, also if the server stops right after its end', async (t) => {
    const database = newSqlitePath();
    const first = await startTestServer(t, { database });
    const [alice, bob] = await startGame(first.port);
    bob.send('TABLEFLIP');
    assert.match(await alice.line(), /^CORE\.GAMEOVER/);
    await first.stop();
    const second = await startTestServer(t, { database });
    const stored = await conversationOf(second.url, 1);
    assert.deepEqual(messagesOf(stored, 'white').slice(0, -2), [...BOBS_MESSAGES, '> TABLEFLIP']);
    assert.match(messagesOf(stored, 'black').at(-1) ?? '', /^< CORE\.GAMEOVER/);
  });

  test('has no messages of a computer player', async (t) => {
    const { port, url } = await startTestServer(t, { house: true, 'house-wait': 0 });
    const alice = await TcpClient.connect(port);
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    await alice.line();
    assert.match(await alice.line(), /^CORE\.MATCH/);
    const game = await eventually('four messages about the game', async () => {
      const read = await conversationOf(url, 1);
      return read.messages.length >= 4 && read;
    });
    const house = game.black.protocol === 'computer' ? 'black' : 'white';
    assert.deepEqual(messagesOf(game, house), []);
    assert.ok(messagesOf(game, house === 'black' ? 'white' : 'black').includes('> CORE.HELLO~alice'));
  });

  test('does not exist without a game', async (t) => {
    const { url } = await startTestServer(t);
    const answer = await fetch(`${url}/api/games/17/conversation`);
    assert.deepEqual([answer.status, failure.parse(await answer.json())], [404, { error: 'there is no game 17' }]);
    assert.equal((await fetch(`${url}/api/games/0/conversation`)).status, 400);
    for (const number of ['0x10', '1e3', '007', '-1', '1.5', '9007199254740993']) {
      assert.equal((await fetch(`${url}/api/games/${number}/conversation`)).status, 400, number);
    }
  });
});
