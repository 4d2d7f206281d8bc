import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { readClientUrl } from '../../test/support/clients/read-client-url.ts';
import {
  press,
  ServerWithTerminals,
  screen,
  shownMessages,
} from '../../test/support/terminal/server-with-terminals.ts';
import type { ConnectionHandlers } from '../client/tcp-connection.ts';
import { FullScreenState } from './full-screen-state.ts';

describe('FullScreenState', () => {
  let room: ServerWithTerminals;
  beforeEach(async () => {
    room = new ServerWithTerminals();
    await room.server.start();
  });

  test('shows board, last move, cursor, captures, the player to move and the messages', async () => {
    const ann = room.open('nu6://x?name=ann&size=5&chat=0');
    const bob = room.open('nu6://x?name=bob&size=5&chat=0');
    await room.advance();
    for (const [state, move] of [
      [ann, 'A4'],
      [bob, 'A5'],
      [ann, 'B5'],
      [bob, 'C3'],
    ] as const) {
      press(state, move, 'ENTER');
      await room.advance();
    }
    press(ann, 'RIGHT', 'RIGHT', 'DOWN', 'abc', 'BACK');
    assert.equal(
      screen(ann),
      [
        ' nu6://x?name=ann&size=5&chat=0',
        '   A B C D E   X you *',
        ' 5 . X . . .   O bob',
        ' 4 X . .[.].   captured 1 / 0',
        ' 3 . .(O). .   move 4: C3',
        ' 2 . . . . .',
        ' 1 . . . . .   waiting for an opponent',
        '               game: you are black against bob, 5 lines',
        '               black A4',
        '               white A5',
        '               black B5',
        '               white C3',
        'your turn, black: type a point, or arrows and Enter',
        '> ab',
      ].join('\n'),
    );
  });

  test('plays on the point under the cursor', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(ann, 'UP', 'UP', 'UP', 'LEFT', 'ENTER');
    await room.advance();
    assert.match(screen(bob), / 5 \.\(X\)\. \. \./);
  });

  test('reports an illegal stone at once, and does not send it', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(ann, 'C3', 'ENTER');
    await room.advance();
    press(bob, 'C3', 'ENTER');
    assert.match(screen(bob), /illegal move: occupied/);
    press(bob, 'C4', 'ENTER');
    await room.advance();
    assert.match(screen(bob), / 4 \. \.\[O\]\. \./);
  });

  test('shows help on a key, and then the board again', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    await room.advance();
    press(ann, '?');
    assert.match(screen(ann, 80, 24), /resign +resign the game/);
    press(ann, 'ESC');
    assert.match(screen(ann, 80, 24), /waiting for an opponent/);
    press(ann, 'chat really?');
    assert.match(screen(ann, 80, 24), /> chat really\?/);
  });

  test('plays no move with a key that closes the help, or with Enter after spaces', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    for (const keys of [
      ['?', 'ENTER'],
      ['?', 'RIGHT', 'ESC'],
      ['?', '?'],
      ['help', 'ENTER', 'ENTER'],
      ['   ', 'ENTER'],
    ]) {
      press(ann, ...keys);
      await room.advance();
      assert.match(screen(ann), /your turn, black/, keys.join(' '));
      assert.match(screen(bob), /move 0/, keys.join(' '));
    }
    // A letter closes the help and is also typed. The cursor has not moved.
    press(ann, '?', 'B');
    assert.match(screen(ann), / 3 \. \.\[\.\]\. \.[\s\S]*> B$/);
    press(ann, '5', 'ENTER');
    await room.advance();
    assert.match(screen(bob), /move 1: B5/);
  });

  test('shows that there is no seek after a refused seek, and accepts another one', async () => {
    const ann = room.open('igs://x?name=ann&password=x&size=5&opponent=nobody', 'igs');
    await room.advance();
    assert.match(screen(ann), /refused: 5 No user named "nobody"[\s\S]*no game: type seek/);
    room.open('igs://x?name=bob&password=x&size=9', 'igs');
    await room.advance();
    press(ann, 'seek 5 bob', 'ENTER');
    await room.advance();
    assert.match(screen(ann), /waiting for an opponent; cancel stops waiting/);
    // A seek that is refused before it is sent changes nothing.
    press(ann, 'seek 5 "bob"', 'ENTER');
    await room.advance();
    assert.match(screen(ann), /waiting for an opponent; cancel stops waiting/);
  });

  test('plays one stone if Enter is pressed twice', async () => {
    const ann = room.open('gomokurs://x', 'gomokurs?size=5');
    room.open('gomokurs://x', 'gomokurs?size=5');
    await room.advance();
    press(ann, 'C3', 'ENTER', 'ENTER', 'A1', 'ENTER');
    await room.advance();
    assert.match(screen(ann), /move 1: C3/);
    const bob = room.open('nu6://x?name=bob&size=5');
    room.open('nu6://x?name=cid&size=5');
    await room.advance();
    press(bob, 'C3', 'ENTER', 'ENTER', 'pass', 'ENTER');
    await room.advance();
    assert.match(screen(bob), /move 1: C3/);
    assert.doesNotMatch(screen(bob), /refused/);
  });

  test('shows the clock of Gomokurs, and counts it down while it is our turn', async () => {
    const listener = 'gomokurs?size=5&turn=20&match=60';
    const ann = room.open('gomokurs://x?turn=20&match=60', listener);
    const bob = room.open('gomokurs://x', listener);
    await room.advance(100);
    assert.match(screen(ann, 80), /this turn 0:20/);
    await room.advance(4_900);
    assert.match(
      screen(ann, 80),
      /this turn 0:15[\s\S]*all turns 0:55[\s\S]*your turn, black, 0:15 left: type a point/,
    );
    press(ann, 'C3', 'ENTER');
    await room.advance(10_000);
    assert.match(screen(ann, 80), /all turns 0:55/);
    assert.doesNotMatch(screen(ann, 80), /this turn/);
    // A setting that the URL does not have is the protocol's default.
    assert.match(screen(bob, 80), /this turn 0:20[\s\S]*all turns 2:50/);
  });

  test('shows the clock that the server sends instead', async () => {
    const listener = 'gomokurs?size=5&turn=20&match=60&info=1';
    const ann = room.open('gomokurs://x', listener);
    const bob = room.open('gomokurs://x', listener);
    await room.advance(5_000);
    assert.match(screen(ann, 80), /this turn 0:25/);
    press(ann, 'C3', 'ENTER');
    await room.advance(1_000);
    press(bob, 'B2', 'ENTER');
    await room.advance(1_000);
    assert.match(screen(ann, 80), /this turn 0:19[\s\S]*all turns 0:54/);
  });

  test('offers only commands for which the protocol has messages', async () => {
    const ann = room.open('gomokurs://x', 'gomokurs?size=5');
    room.open('gomokurs://x', 'gomokurs?size=5');
    await room.advance();
    press(ann, '?');
    assert.match(screen(ann, 80, 24), /chat TEXT/);
    assert.doesNotMatch(screen(ann, 80, 24), /^ +(?:resign|list|cancel|pass|name) /m);
    press(ann, 'ESC', 'list', 'ENTER', 'resign', 'ENTER', 'seek', 'ENTER');
    assert.match(shownMessages(ann), /gomokurs has no message for list\n/);
    assert.match(shownMessages(ann), /gomokurs has no message for resign\n/);
    assert.match(shownMessages(ann), /gomokurs has no message for seek: connecting is the seek$/);
  });

  test('shows the chat in both directions', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(ann, 'chat hello', 'ENTER', 'to bob psst', 'ENTER');
    await room.advance();
    assert.match(screen(ann, 80), /you: hello\n.*you to bob: psst/);
    assert.match(screen(bob, 80), /ann: hello\n.*ann: psst/);
  });

  test('shows the score if the server does not send the winner, and knows who has resigned', async () => {
    const listener = 'remastered?size=9';
    const ann = room.open('remastered://x', listener);
    const bob = room.open('remastered://x', listener);
    await room.advance();
    press(ann, 'C3', 'ENTER');
    await room.advance();
    press(bob, 'pass', 'ENTER');
    await room.advance();
    press(ann, 'pass', 'ENTER');
    await room.advance();
    assert.match(shownMessages(ann), /the server does not say who has won; the area on the board: black 81, white 0/);
    const cid = room.open('remastered://x', listener);
    room.open('remastered://x', listener);
    await room.advance();
    press(cid, 'resign', 'ENTER', 'y', 'ENTER');
    await room.advance();
    assert.match(shownMessages(cid), /you have resigned/);
  });

  test('reports a lost connection, and continues the game', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(ann, 'C3', 'ENTER');
    await room.advance();
    room.network.cut();
    assert.match(screen(bob, 80, 24), /connection lost; reconnecting/);
    await room.advance(2_000);
    assert.match(screen(bob, 80, 24), /your turn, white/);
    assert.match(screen(bob, 80, 24), / 3 \. \.\[X\]\. \./);
  });

  test('during a game, shows arrivals and departures only of the opponent and of those who spoke', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    await room.advance();
    room.open('nu6://x?name=bob&size=5');
    await room.advance();
    assert.match(shownMessages(ann), /bob joined\n/);
    const olga = room.open('nu6://x?name=olga');
    const carl = room.open('nu6://x?name=carl');
    await room.advance();
    press(carl, 'chat hello', 'ENTER');
    await room.advance();
    press(olga, 'quit', 'ENTER');
    press(carl, 'quit', 'ENTER');
    await room.advance();
    assert.doesNotMatch(shownMessages(ann), /olga/);
    assert.match(shownMessages(ann), /carl: hello\ncarl left$/);
    press(ann, 'resign', 'ENTER', 'y', 'ENTER');
    await room.advance();
    room.open('nu6://x?name=olga');
    await room.advance();
    assert.match(shownMessages(ann), /olga joined$/);
  });

  test('ends with the reason if there is no server', async () => {
    room.network.isDown = true;
    room.open('nu6://x?name=ann&size=5');
    await room.advance();
    assert.deepEqual(room.ends, ['connection refused']);
  });

  test('shows an opponent whose name has control characters', async () => {
    const parsed = readClientUrl('nu6://x?name=ann&size=5', { name: '' });
    assert.ok(parsed.ok);
    const { protocol, open } = parsed.value;
    let handler: ConnectionHandlers | undefined;
    const state = new FullScreenState({
      title: 'evil',
      dial: (each) => {
        handler = each;
        return { send: () => {}, close: () => {} };
      },
      clock: room.server.clock,
      protocol,
      open,
      seek: { kind: 'seek', size: 5 },
      onChange: () => {},
      onEnd: () => {},
    });
    state.start();
    handler?.connected();
    handler?.received(Buffer.from('CORE.HELLO\n'));
    handler?.received(Buffer.from('CORE.MATCH~BLACK~5~\u001b[2Jopp\u001b]0;X\u0007\u202e\n'));
    assert.match(screen(state), /O -\[2Jopp-\]0;X--/);
    assert.doesNotMatch(screen(state).replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
  });

  test('shows no control characters', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    await room.advance();
    const bob = room.network.dial('plain')({ connected: () => {}, received: () => {}, closed: () => {} });
    await room.advance();
    bob.send(Buffer.from('CORE.HELLO~b\u202eob~CHAT\nCHAT.MESSAGE~\u001b[2Jboo\n'));
    await room.advance();
    assert.match(screen(ann), /boo/);
    assert.doesNotMatch(screen(ann).replaceAll('\n', ''), /\p{Cc}/u);
  });
});
