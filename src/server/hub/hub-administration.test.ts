import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import skeleton from 'unhomoglyph';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import type { ConnectionObserver, MessageRecorder } from './observability.ts';

describe('an administrator ends a game', () => {
  test('is stored, then the players are notified, then the command is answered', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    let done: boolean | undefined;
    void callers.hub.administration.stopGame(1).then((was) => {
      done = was;
    });
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 ended']);
    assert.deepEqual([callers.told(), done], [[], undefined]);
    await callers.keep();
    const told = 'CORE.GAMEOVER~DRAW~0~0~DISCONNECT';
    assert.deepEqual([callers.told(), done], [[`alice: ${told}`, `bob: ${told}`], true]);
  });

  test('needs a game that runs', async () => {
    const callers = await InMemoryConnections.open();
    assert.equal(await callers.hub.administration.stopGame(1), false);
  });

  test('is sent to each player in its own protocol', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('ned');
    callers.says('ned', 'GO ned 9');
    callers.dial('dora', 'daigo');
    callers.says('dora', 'HELO dora', 'JOIN ned');
    await callers.settle();
    await callers.keep();
    callers.told();
    const stopped = callers.hub.administration.stopGame(1);
    await callers.settle();
    callers.journal.keep();
    await stopped;
    assert.deepEqual(callers.told(), ['ned: END 0.0 0.0']);
    callers.says('dora', 'PLAY');
    assert.deepEqual(callers.told(), ['dora: RESULT 0']);
  });
});

describe('an administrator disconnects a player', () => {
  test('is sent to each player in its own protocol, closes the connection and loses the game', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.dial('ned');
    callers.says('ned', 'GO ned 9');
    callers.dial('dora');
    callers.says('dora', 'HELO dora');
    callers.told();
    const removed = callers.hub.administration.kick('alice');
    await callers.settle();
    callers.journal.keep();
    assert.equal(await removed, true);
    assert.deepEqual(callers.told(), [
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
    ]);
    assert.deepEqual(
      await Promise.all([callers.hub.administration.kick('NED'), callers.hub.administration.kick('dora')]),
      [true, true],
    );
    assert.deepEqual(callers.told(), ['ned: WARNING you have been sent away', 'ned: (closed)', 'dora: (closed)']);
    assert.equal(await callers.hub.administration.kick('alice'), false);
    assert.deepEqual(callers.hub.statistics, { players: 1, named: 1, waiting: 0, games: 0 });
  });

  test('finds no player after the server has stopped', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('alice');
    callers.says('alice', 'CORE.HELLO~alice');
    await callers.hub.stop();
    assert.equal(await callers.hub.administration.kick('alice'), false);
  });
});

describe('names that have owners', () => {
  test('are refused to all other clients', async () => {
    const callers = await InMemoryConnections.open();
    callers.hub.administration.names.setSkeleton(skeleton);
    callers.hub.administration.names.reserve('alice', false);
    callers.dial('mallory');
    callers.says('mallory', 'CORE.HELLO~Alice');
    assert.deepEqual(callers.told(), ['mallory: CORE.ERROR~NAMETAKEN']);
    callers.hub.administration.names.admit('alice', '10.0.0.1', callers.clock.now() + 1000);
    callers.says('mallory', 'CORE.HELLO~Alice');
    assert.deepEqual(callers.told(), ['mallory: CORE.HELLO']);
  });
});

describe('numbers of games', () => {
  test('count on from the highest that is kept elsewhere, and none is given twice', async () => {
    const callers = await InMemoryConnections.open({ lastGame: 41 });
    assert.equal(await callers.hub.administration.allocateGame(), 42);
    callers.dial('alice');
    callers.says('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
    callers.dial('bob');
    callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.journal.appends, ['43.0 seated']);
    assert.equal(await callers.hub.administration.allocateGame(), 44);
  });
});

describe('stored events', () => {
  test('are passed on after they are stored and before any client is notified', async () => {
    const events: string[] = [];
    const callers: InMemoryConnections = await InMemoryConnections.open({
      onStored: (entries) => {
        events.push(...entries.map(({ game, index, event }) => `${game}.${index} ${event.kind}`));
        assert.deepEqual(
          callers.told().filter((connection) => !connection.endsWith('CORE.HELLO')),
          [],
        );
      },
    });
    await callers.match('alice', 'bob');
    callers.says('alice', 'CORE.MOVE~0');
    callers.says('bob', 'CORE.SURRENDER');
    await callers.settle();
    assert.deepEqual(events, ['1.0 seated']);
    await callers.keep();
    assert.deepEqual(events, ['1.0 seated', '1.1 played', '1.2 resigned', '1.3 ended']);
  });
});

/** What is said and told, as one list of lines; connections are numbered. */
class Listener implements MessageRecorder {
  readonly lines: string[] = [];
  #last = 0;

  observe(protocol: string): ConnectionObserver {
    const number = ++this.#last;
    return {
      received: (bytes, now) => {
        this.lines.push(`${now} ${number} client: ${Buffer.from(bytes).toString().trimEnd()}`);
      },
      sent: (bytes, now, isPrivate) => {
        const text = Buffer.from(bytes).toString().trimEnd();
        this.lines.push(`${now} ${number} server: ${text}${isPrivate ? ' (private)' : ''}`);
      },
      notice: ({ kind }) => void this.lines.push(`${number} ${protocol} notices ${kind}`),
      closed: () => void this.lines.push(`${number} gone`),
    };
  }
}

describe('a recorder', () => {
  test('gets the messages of both sides and their effects, in order', async () => {
    const recorder = new Listener();
    const callers = await InMemoryConnections.open({ recorder });
    const now = callers.clock.now();
    callers.dial('alice');
    callers.says('alice', 'CORE.HELLO~alice~CHAT');
    callers.dial('bob');
    callers.says('bob', 'CORE.HELLO~bob~CHAT', 'CHAT.MESSAGE~psst~alice', 'CHAT.MESSAGE~hello', 'CORE.BYE');
    assert.deepEqual(recorder.lines, [
      `${now} 1 client: CORE.HELLO~alice~CHAT`,
      `${now} 1 server: CORE.HELLO`,
      `${now} 2 client: CORE.HELLO~bob~CHAT`,
      `${now} 2 server: CORE.HELLO`,
      '1 nu6 notices entered',
      `${now} 1 server: CHAT.ENTERED~bob`,
      `${now} 2 client: CHAT.MESSAGE~psst~alice`,
      '1 nu6 notices chat',
      `${now} 1 server: CHAT.MESSAGE~psst~bob (private)`,
      `${now} 2 client: CHAT.MESSAGE~hello`,
      '1 nu6 notices chat',
      `${now} 1 server: CHAT.MESSAGE~hello~bob`,
      `${now} 2 client: CORE.BYE`,
      `${now} 2 server: CORE.BYE~👋`,
      '2 gone',
      '1 nu6 notices left',
      `${now} 1 server: CHAT.LEFT~bob`,
    ]);
  });

  test('gets a game before its first message', async () => {
    const recorder = new Listener();
    const callers = await InMemoryConnections.open({ recorder });
    await callers.match('alice', 'bob');
    const now = callers.clock.now();
    assert.deepEqual(recorder.lines.slice(-4), [
      '1 nu6 notices started',
      `${now} 1 server: CORE.MATCH~BLACK~9~bob`,
      '2 nu6 notices started',
      `${now} 2 server: CORE.MATCH~WHITE~9~alice`,
    ]);
  });
});
