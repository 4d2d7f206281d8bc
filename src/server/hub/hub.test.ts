import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { ManualJournal } from '../../../test/support/server/manual-journal.ts';
import type { JournalEntry, SeatRecord } from '../../lobby/games/game-event.ts';
import { pointAt, square } from '../../rules/point.ts';

describe('events of a game', () => {
  test('are sent to no client before they are stored', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('alice');
    clients.connect('bob');
    clients.send('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
    clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.journal.appends, ['1.0 seated']);
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.HELLO', 'bob: CORE.HELLO']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.MATCH~BLACK~9~bob', 'bob: CORE.MATCH~WHITE~9~alice'].sort());
  });

  test('of all games in one turn of the event loop are stored with one append', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    await clients.startGame('carol', 'dave');
    clients.send('alice', 'CORE.MOVE~0');
    clients.send('carol', 'CORE.MOVE~1');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(2), ['1.1 played, 2.1 played']);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'carol: CORE.MOVE~1',
      'dave: CORE.MOVE~1',
    ]);
  });

  test('that happen during an append are stored together with the next append', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    await clients.startGame('carol', 'dave');
    clients.send('alice', 'CORE.MOVE~0');
    await clients.settle();
    clients.send('bob', 'CORE.MOVE~1');
    await clients.settle();
    clients.send('carol', 'CORE.MOVE~2');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(2), ['1.1 played']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.MOVE~0', 'bob: CORE.MOVE~0']);
    assert.deepEqual(clients.journal.appends.slice(3), ['1.2 played, 2.1 played']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.MOVE~1',
      'bob: CORE.MOVE~1',
      'carol: CORE.MOVE~2',
      'dave: CORE.MOVE~2',
    ]);
    assert.equal(clients.journal.pendingAppends, 0);
  });

  test('and answers without events are sent in the order of the decisions', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.connect('carol');
    clients.send('alice', 'CORE.MOVE~0');
    clients.send('carol', 'CORE.HELLO~carol');
    await clients.settle();
    clients.send('bob', 'CORE.MOVE~0');
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), [], 'the answer must not overtake the move');
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'carol: CORE.HELLO',
      'bob: CORE.ERROR~ILLEGAL~OCCUPIED',
    ]);
  });

  test('of one message are sent to the client before its next message is read', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.send('alice', 'CORE.MOVE~0', 'CORE.MOVE~1', 'CORE.SURRENDER', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 played']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.MOVE~0', 'bob: CORE.MOVE~0', 'alice: CORE.ERROR~PATIENCE']);
    assert.deepEqual(clients.journal.appends.slice(2), ['1.2 resigned, 1.3 ended']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.GAMEOVER~WHITE~81~0~SURRENDER',
      'bob: CORE.GAMEOVER~WHITE~81~0~SURRENDER',
    ]);
    clients.send('bob', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(3), ['2.0 seated']);
  });
});

test('a command without events is answered at once', async () => {
  const clients = await InMemoryConnections.open();
  clients.connect('alice');
  clients.send('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9', 'CORE.MOVE~0');
  assert.deepEqual(clients.takeReceived(), ['alice: CORE.HELLO', 'alice: CORE.ERROR~PROTOCOL~CORE.MOVE~0']);
});

test('after a failure of the journal nothing is sent, and the failure is reported once', async () => {
  const clients = await InMemoryConnections.open();
  await clients.startGame('alice', 'bob');
  clients.send('alice', 'CORE.MOVE~0');
  await clients.settle();
  clients.send('bob', 'CORE.MOVE~1');
  await clients.settle();
  clients.journal.failAppend(new Error('the disk is full'));
  await clients.settle();
  clients.connect('carol');
  clients.send('carol', 'CORE.HELLO~carol');
  clients.send('bob', 'CORE.SURRENDER');
  await clients.settle();
  assert.deepEqual(clients.takeReceived(), []);
  assert.deepEqual(clients.failures, ['the disk is full']);
  assert.equal(clients.journal.appends.length, 2, 'nothing more must be appended');
});

describe('a client that has not been notified yet that its game has started', () => {
  test('is refused a pass, which the game does not have', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('anne', 'web');
    clients.send('anne', '{"kind":"enter","name":"anne"}', '{"kind":"seek","board":{"game":"gomoku","size":20}}');
    clients.connect('gus', 'gomokurs');
    clients.send('gus', Buffer.from('\x0a\0\0\0\x050.1.0'));
    await clients.settle();
    assert.deepEqual(clients.journal.appends, ['1.0 seated']);
    clients.send('anne', '{"kind":"pass","id":"1"}');
    await clients.settle();
    clients.takeReceived();
    await clients.store();
    const refused = 'anne: {"kind":"refused","id":"1","why":"no-pass"}';
    const seat = 'anne: {"kind":"you","name":"anne","seat":{"game":1,"color":"black"}}';
    const received = clients.takeReceived();
    assert.deepEqual(
      received.filter((line) => line === refused || line === seat),
      [seat, refused],
    );
    assert.deepEqual(clients.journal.appends.slice(1), []);
  });
});

describe('a client whose connection is lost', () => {
  test('has left the game once this event is stored', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.connection('bob').lost();
    clients.send('bob', 'CORE.MOVE~0');
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), ['bob: (closed)']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.GAMEOVER~BLACK~0~0~DISCONNECT']);
  });

  test('keeps its seat for the grace time, unless the server has closed the connection', async () => {
    const clients = await InMemoryConnections.open({ grace: 60_000 });
    await clients.startGame('alice', 'bob');
    clients.connection('bob').lost();
    await clients.settle();
    assert.equal(clients.journal.pendingAppends, 0);
    clients.send('alice', 'x'.repeat(5000));
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });

  test('leaves the game only once, even if the loss is reported several times', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    for (let count = 0; count < 3; count++) clients.connection('bob').lost();
    clients.connection('bob').finish();
    await clients.settle();
    await clients.store();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });
});

describe('a client that sends faster than it is answered', () => {
  test('is paused until it has been answered', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.send('alice', 'CORE.MOVE~0', 'CORE.MOVE~1\n'.repeat(5_461).trimEnd());
    assert.deepEqual(clients.takeReceived(), []);
    clients.send('alice', 'CORE.MOVE~1');
    assert.deepEqual(clients.takeReceived(), ['alice: (paused)']);
    await clients.settle();
    await clients.store();
    const received = clients.takeReceived();
    assert.equal(received.filter((line) => line === 'alice: (resumed)').length, 1);
    assert.equal(received.filter((line) => line === 'alice: CORE.ERROR~PATIENCE').length, 5_462);
  });

  test('is not paused while its longest message arrives in pieces', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('gus', 'gomokurs');
    clients.send('gus', Uint8Array.of(0x0a, 0x00, 0x01, 0x00, 0x00), Buffer.alloc(65_535));
    assert.deepEqual(clients.takeReceived(), []);
    clients.send('gus', Uint8Array.of(0x00));
    assert.equal(clients.takeReceived().at(-1), 'gus: (closed)', 'the version is unknown');
  });
});

describe('the idle time', () => {
  test('ends the game of a silent player who is to move', async () => {
    const clients = await InMemoryConnections.open({ idle: 100_000 });
    await clients.startGame('alice', 'bob');
    await clients.clock.advance(99_999);
    assert.deepEqual(clients.journal.appends.slice(1), []);
    await clients.clock.advance(1);
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
      'bob: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
    ]);
  });

  test('starts again with any bytes of the client', async () => {
    const clients = await InMemoryConnections.open({ idle: 100_000 });
    await clients.startGame('alice', 'bob');
    await clients.clock.advance(60_000);
    clients.send('alice', 'nonsense');
    await clients.clock.advance(60_000);
    assert.deepEqual(clients.journal.appends.slice(1), []);
  });
});

describe('stopping the hub', () => {
  test('sends a goodbye to each client in its own protocol, and leaves the games unfinished', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.connect('ned');
    clients.send('ned', 'GO ned 9');
    clients.connect('dora');
    clients.send('dora', 'HELO dora');
    clients.takeReceived();
    await clients.hub.stop();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.BYE~👋',
      'bob: (closed)',
      'ned: WARNING server stops',
      'ned: (closed)',
      'dora: (closed)',
    ]);
    for (const name of ['alice', 'bob']) clients.connection(name).lost();
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), []);
  });

  test('stores and sends the decisions so far, and reads no more messages', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.send('alice', 'CORE.MOVE~0', 'CORE.SURRENDER');
    await clients.settle();
    const stopped = clients.hub.stop();
    clients.send('bob', 'nonsense', 'CORE.SURRENDER');
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), []);
    clients.journal.completeAppend();
    await stopped;
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.BYE~👋',
      'bob: (closed)',
    ]);
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 played']);
  });
});

describe('a restart', () => {
  const seat = (name: string): SeatRecord => ({
    name,
    guest: false,
    protocol: 'nu6',
    listener: 'plain',
    address: '10.0.0.1',
    parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  });
  const seated: JournalEntry = {
    game: 7,
    index: 0,
    at: 0,
    event: { kind: 'seated', black: seat('alice'), white: seat('bob'), komi: 0, options: USUAL_OPTIONS },
  };
  const passed: JournalEntry = { game: 7, index: 1, at: 1, event: { kind: 'passed', color: 'black' } };

  test('continues the games of the journal, and stores their next events', async () => {
    const clients = await InMemoryConnections.open({}, new ManualJournal([[seated, passed]]));
    clients.connect('bob');
    clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9', 'CORE.MOVE~3');
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice', 'bob: CORE.PASS']);
    assert.deepEqual(clients.journal.appends, ['7.2 played']);
  });

  test('sends a returning player all moves in one write', async () => {
    const clients = await InMemoryConnections.open({}, new ManualJournal([[seated, passed]]));
    clients.connect('bob');
    clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice', 'bob: CORE.PASS']);
    assert.deepEqual(clients.writes, [1, 2]);
  });

  test('ends a game whose players do not return within the resume time', async () => {
    const clients = await InMemoryConnections.open({ resume: 5_000 }, new ManualJournal([[seated]]));
    await clients.clock.advance(5_000);
    assert.deepEqual(clients.journal.appends, ['7.1 ended']);
  });

  const occupied = [1, 2].map(
    (index): JournalEntry => ({
      game: 7,
      index,
      at: index,
      event: { kind: 'played', color: index === 1 ? 'black' : 'white', point: pointAt(square(9), 3, 0)! },
    }),
  );

  for (const [cause, act] of [
    [
      'one of its players returns',
      async (clients: InMemoryConnections) => clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9'),
    ],
    ['the resume time is over', async (clients: InMemoryConnections) => clients.clock.advance(120_000)],
    [
      'an administrator ends it',
      async (clients: InMemoryConnections) => assert.ok(await clients.hub.administration.stopGame(7)),
    ],
  ] as const) {
    test(`removes a game with an illegal move from the lobby, but not from the journal, when ${cause}`, async () => {
      const errors: object[] = [];
      const log = { debug: () => {}, info: () => {}, error: (error: object) => errors.push(error) };
      const clients = await InMemoryConnections.open({ log }, new ManualJournal([[seated, ...occupied]]));
      assert.deepEqual([clients.hub.statistics.games, errors], [1, []]);
      clients.connect('bob');
      await act(clients);
      await clients.settle();
      assert.deepEqual(errors, [{ game: 7, reason: 'event 2 is against the rules' }]);
      assert.deepEqual([clients.hub.statistics.games, clients.journal.appends], [0, []]);
      // The names are free again, and a new seek is accepted.
      clients.connect('alice');
      clients.send('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
      await clients.settle();
      assert.ok(clients.takeReceived().includes('alice: CORE.HELLO'));
    });
  }

  test('gives new games numbers above the last one', async () => {
    const clients = await InMemoryConnections.open({}, new ManualJournal([[seated]]));
    for (const name of ['carol', 'dave']) {
      clients.connect(name);
      clients.send(name, `CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
    }
    await clients.settle();
    assert.deepEqual(clients.journal.appends, ['8.0 seated']);
  });
});
