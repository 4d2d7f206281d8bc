import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Network } from '../../test/world/dial.ts';
import { World } from '../../test/world/world.ts';
import { parseClientUrl } from '../client/url.ts';
import type { Ear } from '../client/wire.ts';
import { Desk } from './desk.ts';
import { drawScreen } from './screen.ts';

/** Two people at two terminals, on one server. */
class Room {
  readonly world = new World({ grace: 60 });
  readonly network = new Network(this.world);
  readonly ends: (string | undefined)[] = [];

  desk(url: string, listener = 'plain'): Desk {
    const parsed = parseClientUrl(url, { name: 'ann' });
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem);
    const { protocol, open, settings } = parsed.value;
    const size = settings['size'];
    const desk = new Desk({
      title: url,
      dial: this.network.dial(listener),
      clock: this.world.clock,
      protocol,
      open,
      seek: size === undefined ? undefined : { kind: 'seek', size: Number(size) },
      onChange: () => {},
      onEnd: (why) => void this.ends.push(why),
    });
    desk.start();
    return desk;
  }

  async goOn(milliseconds = 500): Promise<void> {
    await this.world.clock.settle();
    await this.world.clock.advance(milliseconds);
    await this.world.clock.settle();
  }
}

const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'return',
  ESC: 'escape',
  BACK: 'backspace',
  UP: 'up',
  DOWN: 'down',
  LEFT: 'left',
  RIGHT: 'right',
};

/** Presses keys: those with a name in capitals, every other word as it is typed. */
function press(desk: Desk, ...keys: readonly string[]): void {
  for (const key of keys) {
    const name = KEYS[key];
    if (name !== undefined) desk.press({ name, text: '', ctrl: false });
    else if (key === 'CTRL-C') desk.press({ name: 'c', text: '\u0003', ctrl: true });
    else for (const text of key) desk.press({ name: text, text, ctrl: false });
  }
}

/** The screen as text, without the blanks at its right. */
const screen = (desk: Desk, columns = 60, rows = 14): string =>
  drawScreen(desk.view({ columns, rows, rich: false }))
    .map((line) => line.trimEnd())
    .join('\n');

describe('a terminal', () => {
  let room: Room;
  beforeEach(async () => {
    room = new Room();
    await room.world.start();
  });

  test('shows board, last move, cursor, captures, whose turn it is and what has happened', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5&chat=0');
    const bob = room.desk('nu6://x?name=bob&size=5&chat=0');
    await room.goOn();
    for (const [desk, move] of [
      [ann, 'A4'],
      [bob, 'A5'],
      [ann, 'B5'],
      [bob, 'C3'],
    ] as const) {
      press(desk, move, 'ENTER');
      await room.goOn();
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
        ' 1 . . . . .   black A4',
        '               white A5',
        '               your turn: black',
        '               black B5',
        '               white C3',
        '               your turn: black',
        'your turn, black: type a point, or arrows and Enter; ? for h',
        '> ab',
      ].join('\n'),
    );
  });

  test('plays where the cursor is', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    const bob = room.desk('nu6://x?name=bob&size=5');
    await room.goOn();
    press(ann, 'UP', 'UP', 'UP', 'LEFT', 'ENTER');
    await room.goOn();
    assert.match(screen(bob), / 5 \.\(X\)\. \. \./);
  });

  test('says at once that a stone cannot stand there, and does not leave the turn', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    const bob = room.desk('nu6://x?name=bob&size=5');
    await room.goOn();
    press(ann, 'C3', 'ENTER');
    await room.goOn();
    press(bob, 'C3', 'ENTER');
    assert.match(screen(bob), /not there: occupied/);
    press(bob, 'C4', 'ENTER');
    await room.goOn();
    assert.match(screen(bob), / 4 \. \.\[O\]\. \./);
  });

  test('shows help on one key, and the board again', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    await room.goOn();
    press(ann, '?');
    assert.match(screen(ann, 80, 24), /resign +give up the game/);
    press(ann, 'ESC');
    assert.match(screen(ann, 80, 24), /waiting for an opponent/);
    press(ann, 'chat really?');
    assert.match(screen(ann, 80, 24), /> chat really\?/);
  });

  test('scrolls a board that is larger than it, with the cursor', async () => {
    const ann = room.desk('nu6://x?name=ann&size=131');
    const bob = room.desk('nu6://x?name=bob&size=131');
    await room.goOn();
    press(ann, 'A131', 'ENTER');
    await room.goOn();
    const corner = screen(ann, 80, 24);
    assert.match(corner, /\n +A +B +C /);
    assert.match(corner, /\n 131\s+\[X\]/);
    assert.equal(corner.split('\n').length, 24);
    press(bob, 'EF1', 'ENTER');
    await room.goOn();
    assert.match(screen(bob, 80, 24), / ED +EE +EF /);
    for (const line of screen(bob, 80, 24).split('\n')) assert.ok(line.length <= 80, line);
  });

  test('says that the connection is lost, and goes on where it was', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    const bob = room.desk('nu6://x?name=bob&size=5');
    await room.goOn();
    press(ann, 'C3', 'ENTER');
    await room.goOn();
    room.network.cut();
    assert.match(screen(bob, 80, 24), /the connection is lost; trying again/);
    await room.goOn(2_000);
    assert.match(screen(bob, 80, 24), /your turn, white/);
    assert.match(screen(bob, 80, 24), / 3 \. \.\[X\]\. \./);
  });

  test('leaves with a goodbye, or at once when it is told twice', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    await room.goOn();
    press(ann, 'quit', 'ENTER');
    await room.goOn();
    assert.deepEqual(room.ends, [undefined]);
    const bob = room.desk('nu6://x?name=bob&size=5');
    await room.goOn();
    press(bob, 'CTRL-C', 'CTRL-C');
    assert.deepEqual(room.ends, [undefined, undefined]);
  });

  test('ends with a word where there is no server', async () => {
    room.network.isDown = true;
    room.desk('nu6://x?name=ann&size=5');
    await room.goOn();
    assert.deepEqual(room.ends, ['nobody listens there']);
  });

  test('shows an opponent whose server lets names do anything', async () => {
    const parsed = parseClientUrl('nu6://x?name=ann&size=5', { name: '' });
    assert.ok(parsed.ok);
    const { protocol, open } = parsed.value;
    let ear: Ear | undefined;
    const desk = new Desk({
      title: 'evil',
      dial: (each) => {
        ear = each;
        return { send: () => {}, close: () => {} };
      },
      clock: room.world.clock,
      protocol,
      open,
      seek: { kind: 'seek', size: 5 },
      onChange: () => {},
      onEnd: () => {},
    });
    desk.start();
    ear?.connected();
    ear?.received(Buffer.from('CORE.HELLO\n'));
    ear?.received(Buffer.from('CORE.MATCH~BLACK~5~\u001b[2Jopp\u001b]0;X\u0007\u202e\n'));
    assert.match(screen(desk), /O -\[2Jopp-\]0;X--/);
    assert.doesNotMatch(screen(desk).replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
  });

  test('shows nothing that a terminal would obey', async () => {
    const ann = room.desk('nu6://x?name=ann&size=5');
    await room.goOn();
    const bob = room.network.dial('plain')({ connected: () => {}, received: () => {}, gone: () => {} });
    await room.goOn();
    bob.send(Buffer.from('CORE.HELLO~b\u202eob~CHAT\nCHAT.MESSAGE~\u001b[2Jboo\n'));
    await room.goOn();
    assert.match(screen(ann), /boo/);
    assert.doesNotMatch(screen(ann).replaceAll('\n', ''), /\p{Cc}/u);
  });
});
