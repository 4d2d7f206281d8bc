import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedMessage } from '../../../src/protocols/api/resource-schemas.ts';
import type { ExplainedConversation } from '../../../src/server/recorder/explained-conversation.ts';
import { RecordingServer } from '../../support/recorder/recording-server.ts';

class ErrorLog {
  readonly errors: (readonly [string, object])[] = [];
  readonly debug = (): void => {};
  readonly info = (): void => {};
  error(fields: object, message: string): void {
    this.errors.push([message, fields]);
  }
}

/** Lines such as `0.01 3 black > CORE.PASS · passes`: seconds, number of moves, seat, sent (>) or received (<), meaning. */
function lines({ messages }: ExplainedConversation, start = Date.UTC(2000, 0, 1)): string[] {
  const describeMessage = ({ text, hex, action, meaning, malformed, private: isPrivate }: RecordedMessage): string =>
    isPrivate
      ? '(private)'
      : `${text ?? `${action ?? ''} [${hex}]`} · ${malformed === true ? 'malformed: ' : ''}${meaning}`;
  return messages.map(
    (message) =>
      `${((message.at - start) / 1000).toFixed(2)} ${message.turns} ${message.seat} ${arrow(message)} ${describeMessage(message)}`,
  );
}

const arrow = ({ from }: RecordedMessage): string => (from === 'client' ? '>' : '<');
const block = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

const GAME = `
  alice: CORE.HELLO~alice~CHAT
  bob: GO bob 5
  alice: CORE.NEWGAME~5
  bob: MOVE 2 2
  alice: CORE.MOVE~x
  alice: CORE.MOVE~7
  alice: CHAT.MESSAGE~Have fun!
  bob: PASS
  alice: CORE.SURRENDER`;

const EXPECTED = `
  0.01 0 white > CORE.HELLO~alice~CHAT · is alice, with CHAT
  0.01 0 white < CORE.HELLO · welcome
  0.02 0 black > GO bob 5 · is bob, wants to play on 5x5
  0.02 0 white < CHAT.ENTERED~bob · bob has joined
  0.02 0 black < WAITING · the seek is accepted
  0.03 0 white > CORE.NEWGAME~5 · wants to play on 5x5
  0.03 0 black < READY black alice 5 · a game: black against alice on 5x5
  0.03 0 white < CORE.MATCH~WHITE~5~bob · a game: white against bob on 5x5
  0.04 0 black > MOVE 2 2 · plays 2 2 (C3 on 5x5)
  0.04 1 black < VALID black 2 2 · black has played 2 2 (C3 on 5x5)
  0.04 1 white < CORE.MOVE~12 · a stone on 12 (C3 on 5x5)
  0.05 1 white > CORE.MOVE~x · malformed: coordinate is a whole number
  0.05 1 white < CORE.ERROR~PROTOCOL~CORE.MOVE~x · no: not understood, or not now
  0.06 1 white > CORE.MOVE~7 · plays 7 (C4 on 5x5)
  0.06 2 black < VALID white 2 1 · white has played 2 1 (C4 on 5x5)
  0.06 2 white < CORE.MOVE~7 · a stone on 7 (C4 on 5x5)
  0.07 2 white > CHAT.MESSAGE~Have fun! · chats with all players
  0.07 2 black < CHAT Have fun! · chat
  0.08 2 black > PASS · passes
  0.08 3 black < PASSED black · black has passed
  0.08 3 white < CORE.PASS · a pass
  0.09 3 white > CORE.SURRENDER · resigns`;

describe('the messages of a game are recorded for both seats', () => {
  for (const [mode, packet] of [
    ['whole', 65_536],
    ['byte by byte', 1],
  ] as const) {
    test(`of nu6 against nedap, ${mode}`, async () => {
      const server = await RecordingServer.start({}, packet);
      await server.connect('alice: nu6', 'bob: nedap');
      await server.send(GAME);
      const conversation = await server.storedConversation(1);
      assert.deepEqual(lines(conversation).slice(0, -3), block(EXPECTED));
      assert.deepEqual(lines(conversation).slice(-3), [
        '0.09 3 black < TABLEFLIPPED white · white has resigned, or left',
        '0.09 3 black < END 25.0 0.0 · the end: black 25, white 0',
        '0.09 3 white < CORE.GAMEOVER~BLACK~1~1~SURRENDER · the end: black wins, the opponent resigned; black 1, white 1',
      ]);
      assert.equal(conversation.cut, false);
    });
  }

  test('and can be read during the game', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nedap');
    const [early, late] = [GAME.trim().split('\n').slice(0, 4), GAME.trim().split('\n').slice(4)];
    await server.send(early.join('\n'));
    const read = () => lines(server.unfinishedConversation(1) ?? { messages: [], cut: true });
    assert.deepEqual(read(), block(EXPECTED).slice(0, 11));
    await server.send(late.slice(0, 2).join('\n'));
    assert.deepEqual(read(), block(EXPECTED).slice(0, 16));
    assert.equal(server.unfinishedConversation(2), undefined);
  });

  test('as bytes with the names of actions in binary protocols', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: gomokurs', 'bob: gomokurs');
    for (const name of ['alice', 'bob']) await server.sendBytes(name, Buffer.from('0A00000005302E312E30', 'hex'));
    for (const name of ['alice', 'bob']) await server.sendBytes(name, Buffer.from('0B', 'hex'));
    await server.sendBytes('alice', Buffer.from('0C0A0A', 'hex'));
    await server.sendBytes('bob', Buffer.from('FF', 'hex'));
    const read = lines(await server.storedConversation(1)).slice(-9);
    assert.match(read[6] ?? '', /^0.06 1 white < ERROR \[09 00 00 00 (?:.. )*..\] · no: /);
    assert.deepEqual(read.toSpliced(6, 1), [
      '0.03 0 black > READY [0B] · is ready',
      '0.04 0 white > READY [0B] · is ready',
      '0.04 0 black < BEGIN [03] · its turn: the first move',
      '0.05 0 black > PLAY [0C 0A 0A] · plays 10 10 (K10 on 20x20)',
      '0.05 1 white < TURN [02 0A 0A] · the opponent has played 10 10 (K10 on 20x20)',
      '0.06 1 white > MALFORMED [FF] · malformed: no action has that number',
      '0.06 1 black < END [06] · the end',
      '0.06 1 white < END [06] · the end',
    ]);
  });
});

describe('the recording omits', () => {
  test('the text of private messages, but not that they were sent', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nu6', 'eve: nu6');
    await server.send(`
      alice: CORE.HELLO~alice~CHAT
      bob: CORE.HELLO~bob~CHAT
      eve: CORE.HELLO~eve~CHAT
      alice: CORE.NEWGAME~5
      bob: CORE.NEWGAME~5
      alice: CHAT.MESSAGE~the key is 4711~eve
      eve: CHAT.MESSAGE~mine is 4712~alice
      alice: CHAT.MESSAGE~the key is 4711~eve~really
      alice: CORE.SURRENDER`);
    const text = lines(await server.storedConversation(1)).slice(-7);
    assert.deepEqual(text.slice(0, 4), [
      '0.06 0 black > (private)',
      '0.07 0 black < (private)',
      '0.08 0 black > (private)',
      '0.08 0 black < (private)',
    ]);
    assert.doesNotMatch(text.join(), /471/);
  });

  for (const packet of [65_536, 1])
    test(`private chat, in packets of ${packet} bytes`, async () => {
      const server = await RecordingServer.start({}, packet);
      await server.connect('alice: nedap', 'bob: nedap');
      await server.send('alice: GO alice 5\nbob: GO bob 5\nalice: MOVE 2 2\nalice: TABLEFLIP');
      const isPrivate = async (game: number) =>
        (await server.storedConversation(game)).messages.some((each) => each.private);
      assert.equal(await isPrivate(1), false, 'there was no chat');
      await server.send('alice: GO alice 5\nbob: GO bob 5\nalice: CHAT the key is 4711\nalice: TABLEFLIP');
      assert.equal(await isPrivate(2), true);
      assert.doesNotMatch(server.storedText(2), /4711/);
    });

  test('private chat that no player received, byte by byte', async () => {
    const server = await RecordingServer.start({}, 1);
    await server.connect('alice: nu6', 'bob: nu6');
    await server.send('alice: CORE.HELLO~alice~CHAT\nbob: CORE.HELLO~bob');
    await server.send('alice: CORE.NEWGAME~5\nbob: CORE.NEWGAME~5');
    await server.send('alice: CHAT.MESSAGE~the key is 4711~nobody\nalice: CORE.SURRENDER');
    assert.ok((await server.storedConversation(1)).messages.some((each) => each.private));
    assert.doesNotMatch(server.storedText(1), /4711/);
  });

  test('chat between the two opponents', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: web', 'bob: nedap');
    await server.send(`
      alice: {"kind":"enter","name":"alice"}
      alice: {"kind":"seek","board":{"game":"go","size":5}}
      bob: GO bob 5
      bob: CHAT a secret
      alice: {"kind":"chat","text":"another secret","to":"opponent"}
      bob: TABLEFLIP`);
    const conversation = await server.storedConversation(1);
    assert.doesNotMatch(JSON.stringify(conversation), /secret/);
    const hidden = conversation.messages
      .filter((message) => message.private)
      .map(({ seat, from }) => `${seat} ${from}`);
    assert.deepEqual(hidden.toSorted(), [
      'black client',
      'black server',
      'black server',
      'white client',
      'white server',
    ]);
  });

  test('the list of players and private chat of a client of the page', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: web', 'bob: nu6', 'eve: nu6');
    await server.send(`
      alice: {"kind":"observe"}
      alice: {"kind":"enter","name":"alice"}
      bob: CORE.HELLO~bob~CHAT
      eve: CORE.HELLO~eve~CHAT
      alice: {"kind":"seek","board":{"game":"go","size":5}}
      bob: CORE.NEWGAME~5
      alice: {"kind":"chat","text":"secret","to":{"name":"eve"}}
      eve: CHAT.MESSAGE~secret too~alice
      alice: {"kind":"chat","text":"secret" "to":
      alice: {"kind":"sync"}
      alice: {"kind":"play","point":{"x":2,"y":2}}
      alice: {"kind":"resign"}`);
    const conversation = await server.storedConversation(1);
    const kinds = conversation.messages
      .filter(({ seat }) => seat === 'black')
      .map(({ from, text, private: isPrivate }) => {
        if (isPrivate) return from === 'client' ? '> private' : '< private';
        return `${from === 'client' ? '>' : '<'} ${/"kind":"(\w+)"/.exec(text ?? '')?.[1]}`;
      });
    assert.doesNotMatch(JSON.stringify(conversation), /secret/);
    for (const hidden of ['> observe', '< directory', '< changes']) assert(!kinds.includes(hidden), hidden);
    for (const shown of ['> enter', '> seek', '< game', '> play', '< played', '> resign', '< ended', '> private']) {
      assert(kinds.includes(shown), `${shown} is missing: ${kinds.join(', ')}`);
    }
  });

  test('messages long before the game, except the last twenty', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send('alice: CORE.HELLO~alice');
    for (let count = 0; count < 30; count++) await server.send('alice: CORE.PASS');
    await server.send('alice: CORE.NEWGAME~5\nbob: PLAYER bob\nbob: GO 5\nbob: EXIT');
    const alices = (await server.storedConversation(1)).messages.filter(({ seat }) => seat === 'black');
    assert.equal(alices.length, 20 + 2);
    assert.equal(alices.at(-1)?.from, 'server');
    assert.equal(alices.at(-3)?.text, 'CORE.NEWGAME~5');
  });
});

describe('a recording', () => {
  test('includes the end of the game that a polling client reads later, but no later messages', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: daigo', 'bob: daigo');
    await server.send(`
      alice: HELO alice
      bob: HELO bob
      alice: CREATE
      bob: JOIN alice
      alice: FORFEIT`);
    assert.equal(server.recordings.size, 0);
    await server.send('bob: PLAY\nbob: LIST');
    assert.equal(server.recordings.size, 0, 'alice may still poll');
    await server.inMemory.clock.advance(60_000);
    const messagesOfBob = (await server.storedConversation(1)).messages.filter(({ seat }) => seat === 'white');
    assert.deepEqual(
      messagesOfBob.map(({ text }) => text),
      ['HELO bob', 'OK', 'JOIN alice', 'OK', 'PLAY', 'FORFEIT'],
    );
  });

  test('is followed by another one for the next game on the same connections, with the same dialect', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nedap', 'bob: nu6');
    await server.send(`
      alice: PLAYER alice
      bob: CORE.HELLO~bob
      alice: GO 5
      bob: CORE.NEWGAME~5
      bob: CORE.SURRENDER
      alice: GO 7
      bob: CORE.NEWGAME~7
      bob: CORE.SURRENDER`);
    assert.deepEqual(
      lines(await server.storedConversation(2)),
      block(`
      0.06 0 black > GO 7 · wants to play on 7x7
      0.06 0 black < WAITING · the seek is accepted
      0.07 0 white > CORE.NEWGAME~7 · wants to play on 7x7
      0.07 0 black < READY black bob 7 · a game: black against bob on 7x7
      0.07 0 white < CORE.MATCH~WHITE~7~alice · a game: white against alice on 7x7
      0.08 0 white > CORE.SURRENDER · resigns
      0.08 0 black < TABLEFLIPPED white · white has resigned, or left
      0.08 0 black < END -1 -1 · the end, nothing is counted
      0.08 0 white < CORE.GAMEOVER~BLACK~0~0~SURRENDER · the end: black wins, the opponent resigned; black 0, white 0`),
    );
  });

  test('is marked as incomplete after a restart', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send(GAME.trim().split('\n').slice(0, 6).join('\n'));
    await server.restart();
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send('alice: CORE.HELLO~alice\nalice: CORE.NEWGAME~5\nbob: GO bob 5\nbob: TABLEFLIP');
    const conversation = await server.storedConversation(1);
    assert.equal(conversation.cut, true);
    assert.deepEqual(
      lines(conversation)
        .slice(0, 2)
        .map((line) => line.slice(5)),
      ['2 white > CORE.HELLO~alice · is alice', '2 white < CORE.HELLO · welcome'],
    );
  });

  test('includes both connections of a player who reconnects in time', async () => {
    const server = await RecordingServer.start({ grace: 60 });
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send(GAME.trim().split('\n').slice(0, 6).join('\n'));
    await server.disconnect('bob');
    await server.connect('bob: nedap');
    await server.send('bob: GO bob 5\nbob: TABLEFLIP');
    const conversation = await server.storedConversation(1);
    assert.equal(conversation.cut, false);
    const messagesOfBob = conversation.messages.filter(({ seat }) => seat === 'black').map(({ text }) => text);
    assert.deepEqual(messagesOfBob.slice(0, 3), ['GO bob 5', 'WAITING', 'READY black alice 5']);
    assert.deepEqual(messagesOfBob.slice(6, 9), ['GO bob 5', 'WAITING', 'READY black alice 5']);
  });

  test('ends with the game if both players have left and do not return', async () => {
    const server = await RecordingServer.start({ grace: 60 });
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send(GAME.trim().split('\n').slice(0, 6).join('\n'));
    await server.disconnect('alice');
    await server.disconnect('bob');
    await server.inMemory.clock.advance(61_000);
    assert.deepEqual(lines(await server.storedConversation(1)), block(EXPECTED).slice(0, 16));
  });

  test('waits for an unavailable archive, and can be read meanwhile', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: plain', 'bob: plain');
    server.isArchiveDown = true;
    await server.send(GAME);
    await server.inMemory.clock.advance(10 * 60_000);
    assert.equal(server.recordings.size, 0);
    assert.ok(server.unfinishedConversation(1)?.messages.some(({ text }) => text === 'MOVE 2 2'));
    server.isArchiveDown = false;
    await server.inMemory.clock.advance(60_000);
    assert.deepEqual(lines(await server.storedConversation(1)).slice(0, -3), block(EXPECTED));
  });

  test('does not wait for another one that the archive refuses', async () => {
    const server = await RecordingServer.start();
    server.refusedGame = 2;
    const pairs = [['alice', 'bob'] as const, ['carl', 'dan'] as const, ['eve', 'fred'] as const];
    for (const [first, second] of pairs) {
      await server.connect(`${first}: plain`, `${second}: plain`);
      await server.send(GAME.replaceAll('alice', first).replaceAll('bob', second));
    }
    await server.inMemory.clock.advance(60_000);
    assert.deepEqual([...server.recordings.keys()].sort(), [1, 3]);
    server.refusedGame = undefined;
    await server.inMemory.clock.advance(60_000);
    assert.deepEqual([...server.recordings.keys()].sort(), [1, 2, 3]);
  });

  test('that cannot be stored at the stop is logged as lost once, and its retries are not logged', async () => {
    const log = new ErrorLog();
    const server = await RecordingServer.start({ log });
    await server.connect('alice: plain', 'bob: plain');
    server.isArchiveDown = true;
    await server.send(GAME);
    await server.inMemory.clock.advance(10 * 60_000);
    assert.deepEqual(log.errors, []);
    await server.inMemory.recorder?.close();
    assert.deepEqual(log.errors, [['conversation.lost', { game: 1, error: 'no route to host' }]]);
    assert.equal(server.unfinishedConversation(1), undefined);
  });

  test('is stored during the stop of the server if the archive is available again', async () => {
    const log = new ErrorLog();
    const server = await RecordingServer.start({ log });
    await server.connect('alice: plain', 'bob: plain');
    server.isArchiveDown = true;
    await server.send(GAME);
    await server.inMemory.clock.advance(10 * 60_000);
    server.isArchiveDown = false;
    await server.inMemory.recorder?.close();
    assert.deepEqual([...server.recordings.keys()], [1]);
    assert.deepEqual(log.errors, []);
  });

  test('is cut after five thousand messages of a seat', async () => {
    const server = await RecordingServer.start();
    await server.connect('alice: nu6', 'bob: nedap');
    await server.send(GAME.trim().split('\n').slice(0, 3).join('\n'));
    // Each message has an answer, so there are 5,200 messages.
    await server.sendBytes('alice', Buffer.from('CORE.MOVE~x\n'.repeat(2_600)));
    await server.send('alice: CORE.SURRENDER');
    const conversation = await server.storedConversation(1);
    assert.equal(conversation.cut, true);
    const shown = conversation.messages.filter(({ text }) => text === 'CORE.MOVE~x').length;
    assert(shown > 2_490 && shown <= 2_500, `${shown}`);
    assert.equal(conversation.messages.at(-1)?.text, 'END 25.0 0.0', 'bob has sent few messages');
  });
});
