import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { press, ServerWithTerminals, screen } from '../../test/support/terminal/server-with-terminals.ts';

describe('drawScreen', () => {
  let room: ServerWithTerminals;
  beforeEach(async () => {
    room = new ServerWithTerminals();
    await room.server.start();
  });

  test('shows the panel below the board if there is no space beside it', async () => {
    const ann = room.open('nu6://x?name=ann&size=19');
    room.open('nu6://x?name=bob&size=19');
    await room.advance();
    const lines = screen(ann, 45, 26).split('\n');
    assert.equal(lines.length, 26);
    assert.match(lines.join('\n'), /X you \* +O bob +captured 0 \/ 0 +move 0\n.*\n.*game: you are black against bob/);
  });

  test('shows the whole board in a small window, and says which size it needs if it does not fit', async () => {
    const ann = room.open('nu6://x?name=ann&size=9&chat=0');
    room.open('nu6://x?name=bob&size=9&chat=0');
    await room.advance();
    press(ann, 'E5', 'ENTER');
    await room.advance();
    assert.equal(
      screen(ann, 40, 12),
      [
        '   A B C D E F G H J   X you',
        ' 9 . . . . . . . . .   O bob *',
        ' 8 . . . . . . . . .   captured 0 / 0',
        ' 7 . . + . . . + . .   move 1: E5',
        ' 6 . . . . . . . . .',
        ' 5 . . . .[X]. . . .   opponent',
        ' 4 . . . . . . . . .   game: you are',
        ' 3 . . + . . . + . .   black against',
        ' 2 . . . . . . . . .   bob, 9 lines',
        ' 1 . . . . . . . . .   black E5',
        'the other side is to move; ? for help',
        '>',
      ].join('\n'),
    );
    assert.match(screen(ann, 40, 11), /^ window too small: board needs 37x12\n/);
    assert.match(screen(ann, 30, 13), /^ window too small: board needs/);
    assert.match(
      screen(ann, 30, 14),
      /^ {3}A B.*\n 9 [\s\S]*\n 1 .*\nX you {2}O bob \* {2}captured 0 \/ 0\nblack E5\n/,
    );
    assert.match(screen(ann, 20, 14), /^ window too small: b/);
    assert.match(screen(ann, 60, 24), /^ nu6:\/\/x/);
  });

  test('scrolls a board that is larger than the terminal, with the cursor', async () => {
    const ann = room.open('nu6://x?name=ann&size=131');
    const bob = room.open('nu6://x?name=bob&size=131');
    await room.advance();
    press(ann, 'A131', 'ENTER');
    await room.advance();
    const corner = screen(ann, 80, 24);
    assert.match(corner, /\n +A +B +C /);
    assert.match(corner, /\n 131\s+\[X\]/);
    assert.equal(corner.split('\n').length, 24);
    press(bob, 'EF1', 'ENTER');
    await room.advance();
    assert.match(screen(bob, 80, 24), / ED +EE +EF /);
    for (const line of screen(bob, 80, 24).split('\n')) assert.ok(line.length <= 80, line);
  });

  test('marks the cursor and the last stone also if they are side by side', async () => {
    const ann = room.open('nu6://x?name=ann&size=5&chat=0');
    const bob = room.open('nu6://x?name=bob&size=5&chat=0');
    await room.advance();
    press(ann, 'C3', 'ENTER');
    await room.advance();
    press(bob, 'B3', 'ENTER');
    await room.advance();
    assert.match(screen(ann), / 3 \.\(O\|X\]\. \./);
    press(ann, 'LEFT', 'LEFT');
    assert.match(screen(ann), / 3\[\.\|O\)X \. \./);
  });
});
