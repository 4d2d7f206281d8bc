import { LINES } from '../generated-games.ts';
import {
  both,
  byMover,
  exchange,
  type GameExchanges,
  joinRelayPairByLine,
  type MeasuredProtocol,
} from '../measured-protocol.ts';

const exchanges: GameExchanges = {
  startGame: (black, white) => [
    exchange([`HELO ${black}\n`, `HELO ${white}\n`], both('OK\n')),
    exchange(['CREATE\n', ''], ['OK\n', '']),
    exchange(['', `JOIN ${black}\n`], ['', 'OK\n']),
    exchange(both('PLAY\n'), [`START ${white}\n`, `WAIT ${black}\n`]),
  ],
  place: (stone) => {
    const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
    return [
      exchange(byMover(stone, placed, ''), byMover(stone, 'OK\n', '')),
      exchange(byMover(stone, '', 'PLAY\n'), byMover(stone, '', placed)),
    ];
  },
};

const protocol: MeasuredProtocol = {
  settings: `size=${LINES}`,
  exchanges: () => exchanges,
  relayExchanges: {
    startGame: joinRelayPairByLine,
    place: (stone) => {
      const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
      return [
        exchange(byMover(stone, placed, ''), byMover(stone, placed, '')),
        exchange(byMover(stone, '', 'PLAY\n'), byMover(stone, '', 'PLAY\n')),
      ];
    },
  },
  relay: (from, _to, line) => void from.socket.write(`${line}\n`),
  idle: (index) => `HELO idle${index}\n`,
};

export { protocol };
