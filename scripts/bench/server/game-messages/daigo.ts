import { LINES } from '../generated-games.ts';
import { both, byLine, byMover, type GameExchanges, type MeasuredProtocol, step } from '../measured-protocol.ts';

const dialect: GameExchanges = {
  sitDown: (black, white) => [
    step([`HELO ${black}\n`, `HELO ${white}\n`], both('OK\n')),
    step(['CREATE\n', ''], ['OK\n', '']),
    step(['', `JOIN ${black}\n`], ['', 'OK\n']),
    step(both('PLAY\n'), [`START ${white}\n`, `WAIT ${black}\n`]),
  ],
  place: (stone) => {
    const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
    return [
      step(byMover(stone, placed, ''), byMover(stone, 'OK\n', '')),
      step(byMover(stone, '', 'PLAY\n'), byMover(stone, '', placed)),
    ];
  },
};

const protocol: MeasuredProtocol = {
  settings: `size=${LINES}`,
  dialect: () => dialect,
  relayed: {
    sitDown: byLine,
    place: (stone) => {
      const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
      return [
        step(byMover(stone, placed, ''), byMover(stone, placed, '')),
        step(byMover(stone, '', 'PLAY\n'), byMover(stone, '', 'PLAY\n')),
      ];
    },
  },
  relay: (from, _to, line) => void from.socket.write(`${line}\n`),
  idle: (index) => `HELO idle${index}\n`,
};

export { protocol };
