import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readClientUrl } from '../../test/support/clients/read-client-url.ts';
import { InMemoryServer } from '../../test/support/server/in-memory-server.ts';
import { SimulatedNetwork } from '../../test/support/server/simulated-network.ts';
import type { Dial } from '../client/tcp-connection.ts';
import type { Intent } from '../protocols/client-session-types.ts';
import { playLineMode } from './line-mode.ts';

type Seek = Intent & { readonly kind: 'seek' };

const SEEK: Seek = { kind: 'seek', size: 5 };

class LineModeRoom {
  readonly server = new InMemoryServer({ grace: 60 });
  readonly network = new SimulatedNetwork(this.server);

  /** Types lines for a player of nu6. Returns the printed lines. `changeDial` may change the connection. */
  play(name: string, lines: readonly string[], changeDial?: (dial: Dial) => Dial) {
    return this.#type(`nu6://x?name=${name}&size=5&chat=0`, 'plain', lines, SEEK, changeDial);
  }

  /** Does the same over IGS. */
  playOverIgs(name: string, lines: readonly string[], seek: Seek = SEEK) {
    return this.#type(`igs://x?name=${name}&password=x&size=5`, 'igs', lines, seek);
  }

  /** Does the same over CGOS, which has no seeks. */
  playOverCgos(name: string, lines: readonly string[]) {
    return this.#type(`cgos://x?name=${name}&password=secret1`, 'cgos', lines, undefined);
  }

  #type(
    place: string,
    listener: string,
    lines: readonly string[],
    seek: Seek | undefined,
    spoil = (dial: Dial): Dial => dial,
  ) {
    const url = readClientUrl(place, { name: '' });
    assert.ok(url.ok);
    const { protocol, open } = url.value;
    const [input, output] = [new PassThrough(), new PassThrough()];
    const printed: string[] = [];
    output.setEncoding('utf8').on('data', (text: string) => printed.push(...text.split('\n').slice(0, -1)));
    const dial = spoil(this.network.dial(listener));
    void playLineMode({ dial, clock: this.server.clock, protocol, open, seek }, input, output);
    input.end(lines.map((line) => `${line}\n`).join(''));
    return printed;
  }

  async advance(): Promise<void> {
    for (let step = 0; step < 100; step++) {
      await this.server.clock.settle();
      await this.server.clock.advance(50);
    }
  }
}

test('a move that was lost with the connection is sent again, but not a move that arrived', async () => {
  for (const arrives of [true, false]) {
    const room = new LineModeRoom();
    await room.server.start();
    let calls = 0;
    // The first connection is lost when a stone is sent, before or after the stone has reached the server.
    const breaking = (dial: Dial): Dial => {
      return (handler) => {
        const isFirst = calls++ === 0;
        const wire = dial(handler);
        return {
          close: () => wire.close(),
          send(bytes) {
            const isStone = isFirst && Buffer.from(bytes).includes('CORE.MOVE');
            if (!isStone || arrives) wire.send(bytes);
            if (isStone) room.server.clock.soon(() => room.server.clock.soon(() => room.network.cut()));
          },
        };
      };
    };
    const ann = room.play('ann', ['C3', 'B2', 'pass'], breaking);
    await room.advance();
    room.play('bob', ['A1', 'A2', 'pass']);
    for (let round = 0; round < 3; round++) await room.advance();
    assert.ok(
      ann.some((line) => line.startsWith('connection lost')),
      ann.join('\n'),
    );
    const turns = ann.filter((line) => /^(?:black|white) /.test(line));
    assert.deepEqual(turns.slice(-6), ['black C3', 'white A1', 'black B2', 'white A2', 'black passes', 'white passes']);
  }
});

test('the board is shown after the previous move is on it', async () => {
  const room = new LineModeRoom();
  await room.server.start();
  const ann = room.play('ann', ['C3', 'board', 'pass']);
  await room.advance();
  room.play('bob', ['pass']);
  await room.advance();
  assert.equal(ann[ann.indexOf('black C3') + 4], '3 . . X . .', ann.join('\n'));
});

test('dead stones are marked by the lines after two passes', async () => {
  const room = new LineModeRoom();
  await room.server.start();
  const ann = room.playOverIgs('ann', ['C3', 'A5', 'pass', 'dead C4', 'dead C4', 'alive', 'A4', 'dead C4', 'accept']);
  await room.advance();
  // Without further lines, the marked stones are accepted.
  const bob = room.playOverIgs('bob', ['C4', 'A4', 'pass']);
  for (let round = 0; round < 3; round++) await room.advance();
  const marks = ann.filter((line) => line.startsWith('dead:'));
  assert.deepEqual(marks, ['dead: C4', 'dead: nothing', 'dead: A4', 'dead: A4 C4'], ann.join('\n'));
  for (const printed of [ann, bob])
    assert.ok(printed.includes('the game is over: black wins, black 25 and white 6.5'), printed.join('\n'));
});

test('a player who has signed in over CGOS waits for a game without a seek', async () => {
  const room = new LineModeRoom();
  await room.server.start();
  const ann = room.playOverCgos('anne', ['D4', 'pass']);
  await room.advance();
  const bob = room.playOverCgos('bobby', ['E5', 'pass']);
  for (let round = 0; round < 3; round++) await room.advance();
  for (const printed of [ann, bob])
    assert.deepEqual(printed.slice(-2), ['the game is over: white wins', 'goodbye'], printed.join('\n'));
});

test('a refused seek ends the session after the last line', async () => {
  const room = new LineModeRoom();
  await room.server.start();
  const ann = room.playOverIgs('ann', [], { ...SEEK, opponent: 'nobody' });
  await room.advance();
  assert.deepEqual(ann.slice(-2), ['refused: 5 No user named "nobody" is logged in.', 'goodbye'], ann.join('\n'));
});
