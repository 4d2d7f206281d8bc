import { LINES } from '../generated-games.ts';
import {
  both,
  byLine,
  byMover,
  type GameExchanges,
  type MeasuredProtocol,
  step,
  tellBoth,
} from '../measured-protocol.ts';

const dialect: GameExchanges = {
  sitDown: () => {
    const welcome = (color: 0 | 1): string =>
      `ok 0.1.0\nmode normal\ncolor ${color}\nstones ${'X'.repeat(LINES ** 2)}\n`;
    return [
      step(['go 0.1.0\n', ''], [welcome(0), '']),
      step(['', 'go 0.1.0\n'], ['', welcome(1)]),
      step(['ack\n', ''], ['ready\n', '']),
      step(['', 'ack\n'], ['yourturn\n', 'ready\n']),
    ];
  },
  place: (stone) => {
    const { color, x, y, captured } = stone;
    const removed = `remove ${captured.map((at) => `${at.x} ${at.y}`).join(' ')}\n`;
    // The turn is acknowledged together with what is done with it.
    const placed = step(
      byMover(stone, `ack\nplace ${x} ${y}\n`, ''),
      both(`place ${color === 'black' ? 0 : 1} ${x} ${y}\n`),
    );
    if (captured.length === 0) return [placed, step(both('ack\n'), byMover(stone, 'ack\n', 'yourturn\n'))];
    return [
      placed,
      step(both('ack\n'), byMover(stone, `ack\n${removed}`, removed)),
      step(both('ack\n'), byMover(stone, '', 'yourturn\n')),
    ];
  },
};

const protocol: MeasuredProtocol = {
  dialect: () => dialect,
  relayed: {
    sitDown: byLine,
    place: (stone) => {
      const place = `place ${stone.x} ${stone.y}\n`;
      return [step(byMover(stone, `ack\n${place}`, ''), both(place)), step(both('ack\n'), both('ack\n'))];
    },
  },
  relay(from, to, line) {
    if (line !== 'ack') {
      from.owes = to.owes = true;
      tellBoth(from, to, line);
    } else if (from.owes) {
      from.owes = false;
      from.socket.write('ack\n');
    }
  },
};

export { protocol };
