import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { ManualJournal } from '../../../test/support/server/manual-journal.ts';
import type { JournalEntry, SeatRecord } from '../../lobby/games/game-event.ts';
import { pointAt, square } from '../../rules/point.ts';

describe('what happened in a game', () => {
  test('is told to nobody before it is kept', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('alice');
    callers.dial('bob');
    callers.says('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
    callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.journal.appends, ['1.0 seated']);
    assert.deepEqual(callers.told(), ['alice: CORE.HELLO', 'bob: CORE.HELLO']);
    await callers.keep();
    assert.deepEqual(callers.told(), ['alice: CORE.MATCH~BLACK~9~bob', 'bob: CORE.MATCH~WHITE~9~alice'].sort());
  });

  test('is kept in one append for everybody who moved in the same turn of the event loop', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    await callers.match('carol', 'dave');
    callers.says('alice', 'CORE.MOVE~0');
    callers.says('carol', 'CORE.MOVE~1');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(2), ['1.1 played, 2.1 played']);
    assert.deepEqual(callers.told(), []);
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'carol: CORE.MOVE~1',
      'dave: CORE.MOVE~1',
    ]);
  });

  test('while an append is under way waits for the next, all of it together', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    await callers.match('carol', 'dave');
    callers.says('alice', 'CORE.MOVE~0');
    await callers.settle();
    callers.says('bob', 'CORE.MOVE~1');
    await callers.settle();
    callers.says('carol', 'CORE.MOVE~2');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(2), ['1.1 played']);
    await callers.keep();
    assert.deepEqual(callers.told(), ['alice: CORE.MOVE~0', 'bob: CORE.MOVE~0']);
    assert.deepEqual(callers.journal.appends.slice(3), ['1.2 played, 2.1 played']);
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.MOVE~1',
      'bob: CORE.MOVE~1',
      'carol: CORE.MOVE~2',
      'dave: CORE.MOVE~2',
    ]);
    assert.equal(callers.journal.waiting, 0);
  });

  test('is told in the order in which it was decided, and so is what needs no keeping', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.dial('carol');
    callers.says('alice', 'CORE.MOVE~0');
    callers.says('carol', 'CORE.HELLO~carol');
    await callers.settle();
    callers.says('bob', 'CORE.MOVE~0');
    await callers.settle();
    assert.deepEqual(callers.told(), [], 'nothing overtakes the stone');
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'carol: CORE.HELLO',
      'bob: CORE.ERROR~ILLEGAL~OCCUPIED',
    ]);
  });

  test('of one client is told before its next message is read, however much it says at once', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.says('alice', 'CORE.MOVE~0', 'CORE.MOVE~1', 'CORE.SURRENDER', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 played']);
    await callers.keep();
    assert.deepEqual(callers.told(), ['alice: CORE.MOVE~0', 'bob: CORE.MOVE~0', 'alice: CORE.ERROR~PATIENCE']);
    assert.deepEqual(callers.journal.appends.slice(2), ['1.2 resigned, 1.3 ended']);
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.GAMEOVER~WHITE~81~0~SURRENDER',
      'bob: CORE.GAMEOVER~WHITE~81~0~SURRENDER',
    ]);
    callers.says('bob', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(3), ['2.0 seated']);
  });
});

test('what needs no keeping is answered at once', async () => {
  const callers = await InMemoryConnections.open();
  callers.dial('alice');
  callers.says('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9', 'CORE.MOVE~0');
  assert.deepEqual(callers.told(), ['alice: CORE.HELLO', 'alice: CORE.ERROR~PROTOCOL~CORE.MOVE~0']);
});

test('when the journal fails nothing is told any more, and whoever runs the server hears of it once', async () => {
  const callers = await InMemoryConnections.open();
  await callers.match('alice', 'bob');
  callers.says('alice', 'CORE.MOVE~0');
  await callers.settle();
  callers.says('bob', 'CORE.MOVE~1');
  await callers.settle();
  callers.journal.fail(new Error('the disk is full'));
  await callers.settle();
  callers.dial('carol');
  callers.says('carol', 'CORE.HELLO~carol');
  callers.says('bob', 'CORE.SURRENDER');
  await callers.settle();
  assert.deepEqual(callers.told(), []);
  assert.deepEqual(callers.failures, ['the disk is full']);
  assert.equal(callers.journal.appends.length, 2, 'nothing more is written');
});

describe('a client whose game has begun without its having been told', () => {
  test('asks for what that game does not have, and is refused', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('anne', 'web');
    callers.says('anne', '{"kind":"enter","name":"anne"}', '{"kind":"seek","board":{"game":"gomoku","size":20}}');
    callers.dial('gus', 'gomokurs');
    callers.says('gus', Buffer.from('\x0a\0\0\0\x050.1.0'));
    await callers.settle();
    assert.deepEqual(callers.journal.appends, ['1.0 seated']);
    callers.says('anne', '{"kind":"pass","id":"1"}');
    await callers.settle();
    callers.told();
    await callers.keep();
    const refused = 'anne: {"kind":"refused","id":"1","why":"no-pass"}';
    const seat = 'anne: {"kind":"you","name":"anne","seat":{"game":1,"color":"black"}}';
    const told = callers.told();
    assert.deepEqual(
      told.filter((connection) => connection === refused || connection === seat),
      [seat, refused],
    );
    assert.deepEqual(callers.journal.appends.slice(1), []);
  });
});

describe('a client that is gone', () => {
  test('has left the game once that is kept', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.connection('bob').lost();
    callers.says('bob', 'CORE.MOVE~0');
    await callers.settle();
    assert.deepEqual(callers.told(), ['bob: (closed)']);
    await callers.keep();
    assert.deepEqual(callers.told(), ['alice: CORE.GAMEOVER~BLACK~0~0~DISCONNECT']);
  });

  test('holds its seat where grace is given, unless the server closed the connection', async () => {
    const callers = await InMemoryConnections.open({ grace: 60_000 });
    await callers.match('alice', 'bob');
    callers.connection('bob').lost();
    await callers.settle();
    assert.equal(callers.journal.waiting, 0);
    callers.says('alice', 'x'.repeat(5000));
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });

  test('is gone only once', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    for (let times = 0; times < 3; times++) callers.connection('bob').lost();
    callers.connection('bob').finish();
    await callers.settle();
    await callers.keep();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });
});

describe('a client that says more than it can be answered', () => {
  test('is not read any more until it has been answered', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.says('alice', 'CORE.MOVE~0', 'CORE.MOVE~1\n'.repeat(5_461).trimEnd());
    assert.deepEqual(callers.told(), []);
    callers.says('alice', 'CORE.MOVE~1');
    assert.deepEqual(callers.told(), ['alice: (paused)']);
    await callers.settle();
    await callers.keep();
    const told = callers.told();
    assert.equal(told.filter((connection) => connection === 'alice: (goes on)').length, 1);
    assert.equal(told.filter((connection) => connection === 'alice: CORE.ERROR~PATIENCE').length, 5_462);
  });

  test('is read on while its longest message arrives in pieces', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('gus', 'gomokurs');
    callers.says('gus', Uint8Array.of(0x0a, 0x00, 0x01, 0x00, 0x00), Buffer.alloc(65_535));
    assert.deepEqual(callers.told(), []);
    callers.says('gus', Uint8Array.of(0x00));
    assert.equal(callers.told().at(-1), 'gus: (closed)', 'no such version');
  });
});

describe('time', () => {
  test('of the lobby: a seat to move that is idle has left', async () => {
    const callers = await InMemoryConnections.open({ idle: 100_000 });
    await callers.match('alice', 'bob');
    await callers.clock.advance(99_999);
    assert.deepEqual(callers.journal.appends.slice(1), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
    assert.deepEqual(callers.told(), []);
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
      'bob: CORE.GAMEOVER~WHITE~0~0~DISCONNECT',
    ]);
  });

  test('begins anew with whatever a client says', async () => {
    const callers = await InMemoryConnections.open({ idle: 100_000 });
    await callers.match('alice', 'bob');
    await callers.clock.advance(60_000);
    callers.says('alice', 'nonsense');
    await callers.clock.advance(60_000);
    assert.deepEqual(callers.journal.appends.slice(1), []);
  });
});

describe('stopping', () => {
  test('says goodbye to everyone in their own words, and leaves the games unfinished', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.dial('ned');
    callers.says('ned', 'GO ned 9');
    callers.dial('dora');
    callers.says('dora', 'HELO dora');
    callers.told();
    await callers.hub.stop();
    assert.deepEqual(callers.told(), [
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.BYE~👋',
      'bob: (closed)',
      'ned: WARNING server stops',
      'ned: (closed)',
      'dora: (closed)',
    ]);
    for (const who of ['alice', 'bob']) callers.connection(who).lost();
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), []);
  });

  test('first keeps and tells what has been decided, and hears nothing more', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.says('alice', 'CORE.MOVE~0', 'CORE.SURRENDER');
    await callers.settle();
    const stopped = callers.hub.stop();
    callers.says('bob', 'nonsense', 'CORE.SURRENDER');
    await callers.settle();
    assert.deepEqual(callers.told(), []);
    callers.journal.keep();
    await stopped;
    assert.deepEqual(callers.told(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'alice: CORE.BYE~👋',
      'alice: (closed)',
      'bob: CORE.BYE~👋',
      'bob: (closed)',
    ]);
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 played']);
  });
});

describe('after a start', () => {
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

  test('games of the journal go on, and are kept on', async () => {
    const callers = await InMemoryConnections.open({}, new ManualJournal([[seated, passed]]));
    callers.dial('bob');
    callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9', 'CORE.MOVE~3');
    await callers.settle();
    assert.deepEqual(callers.told(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice', 'bob: CORE.PASS']);
    assert.deepEqual(callers.journal.appends, ['7.2 played']);
  });

  test('a player who comes back is told all moves in one write', async () => {
    const callers = await InMemoryConnections.open({}, new ManualJournal([[seated, passed]]));
    callers.dial('bob');
    callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.told(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice', 'bob: CORE.PASS']);
    assert.deepEqual(callers.writes, [1, 2]);
  });

  test('whoever is not back in time has left', async () => {
    const callers = await InMemoryConnections.open({ resume: 5_000 }, new ManualJournal([[seated]]));
    await callers.clock.advance(5_000);
    assert.deepEqual(callers.journal.appends, ['7.1 ended']);
  });

  const twice = [1, 2].map(
    (index): JournalEntry => ({
      game: 7,
      index,
      at: index,
      event: { kind: 'played', color: index === 1 ? 'black' : 'white', point: pointAt(square(9), 3, 0)! },
    }),
  );

  for (const [what, happens] of [
    [
      'somebody comes back to it',
      async (callers: InMemoryConnections) => callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9'),
    ],
    ['nobody has come back to it', async (callers: InMemoryConnections) => callers.clock.advance(120_000)],
    [
      'somebody in charge ends it',
      async (callers: InMemoryConnections) => assert.ok(await callers.hub.administration.stopGame(7)),
    ],
  ] as const) {
    test(`a game that is none by the rules is left out once ${what}, and stays as it is`, async () => {
      const errors: object[] = [];
      const log = { debug: () => {}, info: () => {}, error: (error: object) => errors.push(error) };
      const callers = await InMemoryConnections.open({ log }, new ManualJournal([[seated, ...twice]]));
      assert.deepEqual([callers.hub.statistics.games, errors], [1, []]);
      callers.dial('bob');
      await happens(callers);
      await callers.settle();
      assert.deepEqual(errors, [{ game: 7, reason: 'event 2 is against the rules' }]);
      assert.deepEqual([callers.hub.statistics.games, callers.journal.appends], [0, []]);
      // The names are nobody's any more, and a wish is a wish.
      callers.dial('alice');
      callers.says('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9');
      await callers.settle();
      assert.ok(callers.told().includes('alice: CORE.HELLO'));
    });
  }

  test('new games are numbered on from the last', async () => {
    const callers = await InMemoryConnections.open({}, new ManualJournal([[seated]]));
    for (const who of ['carol', 'dave']) {
      callers.dial(who);
      callers.says(who, `CORE.HELLO~${who}`, 'CORE.NEWGAME~9');
    }
    await callers.settle();
    assert.deepEqual(callers.journal.appends, ['8.0 seated']);
  });
});
