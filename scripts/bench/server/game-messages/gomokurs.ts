import { LINES } from '../generated-games.ts';
import { both, byMover, byTable, type GameExchanges, type MeasuredProtocol, step } from '../measured-protocol.ts';

const VERSION = '\x0c\0\0\0\x050.2.0';

/** The later version's numbers. */
const dialect: GameExchanges = {
  sitDown: () => {
    const start = `\x01${String.fromCharCode(LINES)}`;
    return [
      step([VERSION, ''], ['\0', '']),
      step(['', VERSION], [start, `\0${start}`]),
      step(both('\x0d'), ['\x04', '']),
    ];
  },
  place: (stone) => {
    const at = String.fromCharCode(stone.x, stone.y);
    return [step(byMover(stone, `\x0e${at}`, ''), byMover(stone, '', `\x03${at}`))];
  },
};

const protocol: MeasuredProtocol = {
  isBinary: true,
  // A clock that the pauses between two stretches of play do not run down.
  settings: `size=${LINES}&turn=600&match=3600`,
  dialect: () => dialect,
  relayed: {
    sitDown: (black) => byTable(`\x0c\0\0\0${String.fromCharCode(black.length)}${black}`),
    place: (stone) => {
      const play = `\x0e${String.fromCharCode(stone.x, stone.y)}`;
      return [step(byMover(stone, play, ''), byMover(stone, '', play))];
    },
  },
  relay: (_from, to, action) => void to.socket.write(action, 'latin1'),
  idle: () => '\x0a\0\0\0\x050.1.0',
  isSeatedAtOnce: true,
};

export { protocol };
