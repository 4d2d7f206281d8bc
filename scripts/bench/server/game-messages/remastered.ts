import { LINES } from '../generated-games.ts';
import {
  both,
  byMover,
  exchange,
  type GameExchanges,
  joinRelayPairByLine,
  type MeasuredProtocol,
  sendToBoth,
} from '../measured-protocol.ts';

const exchanges: GameExchanges = {
  startGame: () => {
    const welcome = (color: 0 | 1): string =>
      `ok 0.1.0\nmode normal\ncolor ${color}\nstones ${'X'.repeat(LINES ** 2)}\n`;
    return [
      exchange(['go 0.1.0\n', ''], [welcome(0), '']),
      exchange(['', 'go 0.1.0\n'], ['', welcome(1)]),
      exchange(['ack\n', ''], ['ready\n', '']),
      exchange(['', 'ack\n'], ['yourturn\n', 'ready\n']),
    ];
  },
  place: (stone) => {
    const { color, x, y, captured } = stone;
    const removed = `remove ${captured.map((at) => `${at.x} ${at.y}`).join(' ')}\n`;
    // The client acknowledges `yourturn` together with its move.
    const placed = exchange(
      byMover(stone, `ack\nplace ${x} ${y}\n`, ''),
      both(`place ${color === 'black' ? 0 : 1} ${x} ${y}\n`),
    );
    if (captured.length === 0) return [placed, exchange(both('ack\n'), byMover(stone, 'ack\n', 'yourturn\n'))];
    return [
      placed,
      exchange(both('ack\n'), byMover(stone, `ack\n${removed}`, removed)),
      exchange(both('ack\n'), byMover(stone, '', 'yourturn\n')),
    ];
  },
};

const protocol: MeasuredProtocol = {
  exchanges: () => exchanges,
  relayExchanges: {
    startGame: joinRelayPairByLine,
    place: (stone) => {
      const place = `place ${stone.x} ${stone.y}\n`;
      return [exchange(byMover(stone, `ack\n${place}`, ''), both(place)), exchange(both('ack\n'), both('ack\n'))];
    },
  },
  relay(from, to, line) {
    if (line !== 'ack') {
      from.owesAck = to.owesAck = true;
      sendToBoth(from, to, line);
    } else if (from.owesAck) {
      from.owesAck = false;
      from.socket.write('ack\n');
    }
  },
};

export { protocol };
