import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import skeleton from 'unhomoglyph';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import type { ConnectionMessageObserver, MessageRecorder } from './observability.ts';

describe('ending a game by an administrator', () => {
  test('stores the end, then notifies the players, then answers the command', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    let done: boolean | undefined;
    void clients.hub.administration.stopGame(1).then((wasFound) => {
      done = wasFound;
    });
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 ended']);
    assert.deepEqual([clients.takeReceived(), done], [[], undefined]);
    await clients.store();
    const end = 'CORE.GAMEOVER~DRAW~0~0~DISCONNECT';
    assert.deepEqual([clients.takeReceived(), done], [[`alice: ${end}`, `bob: ${end}`], true]);
  });

  test('needs a running game', async () => {
    const clients = await InMemoryConnections.open();
    assert.equal(await clients.hub.administration.stopGame(1), false);
  });

  test('sends the end to each player in its own protocol', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('ned');
    clients.send('ned', 'GO ned 9');
    clients.connect('dora', 'daigo');
    clients.send('dora', 'HELO dora', 'JOIN ned');
    await clients.settle();
    await clients.store();
    clients.takeReceived();
    const stopped = clients.hub.administration.stopGame(1);
    await clients.settle();
    clients.journal.completeAppend();
    await stopped;
    assert.deepEqual(clients.takeReceived(), ['ned: END 0.0 0.0']);
    clients.send('dora', 'PLAY');
    assert.deepEqual(clients.takeReceived(), ['dora: RESULT 0']);
  });
});

describe('disconnecting a player by an administrator', () => {
  test('sends each player a message in its own protocol, closes the connection and loses the game', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.connect('ned');
    clients.send('ned', 'GO ned 9');
    clients.connect('dora');
    clients.send('dora', 'HELO dora');
    clients.takeReceived();
    const removed = clients.hub.administration.kick('alice');
    await clients.settle();
    clients.journal.completeAppend();
    assert.equal(await removed, true);
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
    ]);
    assert.deepEqual(
      await Promise.all([clients.hub.administration.kick('NED'), clients.hub.administration.kick('dora')]),
      [true, true],
    );
    assert.deepEqual(clients.takeReceived(), [
      'ned: WARNING you have been disconnected by an administrator',
      'ned: (closed)',
      'dora: (closed)',
    ]);
    assert.equal(await clients.hub.administration.kick('alice'), false);
    assert.deepEqual(clients.hub.statistics, { players: 1, named: 1, waiting: 0, games: 0 });
  });

  test('finds no player after the server has stopped', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('alice');
    clients.send('alice', 'CORE.HELLO~alice');
    await clients.hub.stop();
    assert.equal(await clients.hub.administration.kick('alice'), false);
  });
});

describe('reserved names', () => {
  test('are refused to all other clients', async () => {
    const clients = await InMemoryConnections.open();
    clients.hub.administration.names.setSkeleton(skeleton);
    clients.hub.administration.names.reserve('alice', false);
    clients.connect('mallory');
    clients.send('mallory', 'CORE.HELLO~Alice');
    assert.deepEqual(clients.takeReceived(), ['mallory: CORE.ERROR~NAMETAKEN']);
    clients.hub.administration.names.admit('alice', '10.0.0.1', clients.clock.now() + 1000);
    clients.send('mallory', 'CORE.HELLO~Alice');
    assert.deepEqual(clients.takeReceived(), ['mallory: CORE.HELLO']);
  });
});

describe('game numbers', () => {
  test('are above the highest number outside the journal, and none is used twice', async () => {
    const clients = await InMemoryConnections.open({ lastGame: 41 });
    assert.equal(await clients.hub.administration.allocateGame(), 42);
    clients.connect('alice');
    clients.send('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
    clients.connect('bob');
    clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.journal.appends, ['43.0 seated']);
    assert.equal(await clients.hub.administration.allocateGame(), 44);
  });
});

describe('stored events', () => {
  test('are passed on after they are stored and before any client is notified', async () => {
    const events: string[] = [];
    const clients: InMemoryConnections = await InMemoryConnections.open({
      onStored: (entries) => {
        events.push(...entries.map(({ game, index, event }) => `${game}.${index} ${event.kind}`));
        assert.deepEqual(
          clients.takeReceived().filter((line) => !line.endsWith('CORE.HELLO')),
          [],
        );
      },
    });
    await clients.startGame('alice', 'bob');
    clients.send('alice', 'CORE.MOVE~0');
    clients.send('bob', 'CORE.SURRENDER');
    await clients.settle();
    assert.deepEqual(events, ['1.0 seated']);
    await clients.store();
    assert.deepEqual(events, ['1.0 seated', '1.1 played', '1.2 resigned', '1.3 ended']);
  });
});

/** Records the calls of the hub as lines of text. Connections are numbered. */
class LineRecorder implements MessageRecorder {
  readonly lines: string[] = [];
  #last = 0;

  observe(protocol: string): ConnectionMessageObserver {
    const number = ++this.#last;
    return {
      received: (bytes, now) => {
        this.lines.push(`${now} ${number} client: ${Buffer.from(bytes).toString().trimEnd()}`);
      },
      sent: (bytes, now, isPrivate) => {
        const text = Buffer.from(bytes).toString().trimEnd();
        this.lines.push(`${now} ${number} server: ${text}${isPrivate ? ' (private)' : ''}`);
      },
      notice: ({ kind }) => void this.lines.push(`${number} ${protocol} notice ${kind}`),
      closed: () => void this.lines.push(`${number} closed`),
    };
  }
}

describe('a recorder', () => {
  test('gets the messages of both sides and the notices, in order', async () => {
    const recorder = new LineRecorder();
    const clients = await InMemoryConnections.open({ recorder });
    const now = clients.clock.now();
    clients.connect('alice');
    clients.send('alice', 'CORE.HELLO~alice~CHAT');
    clients.connect('bob');
    clients.send('bob', 'CORE.HELLO~bob~CHAT', 'CHAT.MESSAGE~psst~alice', 'CHAT.MESSAGE~hello', 'CORE.BYE');
    assert.deepEqual(recorder.lines, [
      `${now} 1 client: CORE.HELLO~alice~CHAT`,
      `${now} 1 server: CORE.HELLO`,
      `${now} 2 client: CORE.HELLO~bob~CHAT`,
      `${now} 2 server: CORE.HELLO`,
      '1 nu6 notice entered',
      `${now} 1 server: CHAT.ENTERED~bob`,
      `${now} 2 client: CHAT.MESSAGE~psst~alice`,
      '1 nu6 notice chat',
      `${now} 1 server: CHAT.MESSAGE~psst~bob (private)`,
      `${now} 2 client: CHAT.MESSAGE~hello`,
      '1 nu6 notice chat',
      `${now} 1 server: CHAT.MESSAGE~hello~bob`,
      `${now} 2 client: CORE.BYE`,
      `${now} 2 server: CORE.BYE~👋`,
      '2 closed',
      '1 nu6 notice left',
      `${now} 1 server: CHAT.LEFT~bob`,
    ]);
  });

  test('gets the notice of a new game before its first message', async () => {
    const recorder = new LineRecorder();
    const clients = await InMemoryConnections.open({ recorder });
    await clients.startGame('alice', 'bob');
    const now = clients.clock.now();
    assert.deepEqual(recorder.lines.slice(-4), [
      '1 nu6 notice started',
      `${now} 1 server: CORE.MATCH~BLACK~9~bob`,
      '2 nu6 notice started',
      `${now} 2 server: CORE.MATCH~WHITE~9~alice`,
    ]);
  });
});
