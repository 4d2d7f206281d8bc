import { LINES } from '../generated-games.ts';
import {
  both,
  byMover,
  exchange,
  type GameExchanges,
  joinRelayPair,
  type MeasuredProtocol,
} from '../measured-protocol.ts';

const VERSION = '\x0c\0\0\0\x050.2.0';

/** With the action numbers of version 0.2.0. */
const exchanges: GameExchanges = {
  startGame: () => {
    const start = `\x01${String.fromCharCode(LINES)}`;
    return [
      exchange([VERSION, ''], ['\0', '']),
      exchange(['', VERSION], [start, `\0${start}`]),
      exchange(both('\x0d'), ['\x04', '']),
    ];
  },
  place: (stone) => {
    const at = String.fromCharCode(stone.x, stone.y);
    return [exchange(byMover(stone, `\x0e${at}`, ''), byMover(stone, '', `\x03${at}`))];
  },
};

const protocol: MeasuredProtocol = {
  isBinary: true,
  // The clocks do not run out while the clients send nothing.
  settings: `size=${LINES}&turn=600&match=3600`,
  exchanges: () => exchanges,
  relayExchanges: {
    startGame: (black) => joinRelayPair(`\x0c\0\0\0${String.fromCharCode(black.length)}${black}`),
    place: (stone) => {
      const play = `\x0e${String.fromCharCode(stone.x, stone.y)}`;
      return [exchange(byMover(stone, play, ''), byMover(stone, '', play))];
    },
  },
  relay: (_from, to, action) => void to.socket.write(action, 'latin1'),
  idle: () => '\x0a\0\0\0\x050.1.0',
  isPairedAtOnce: true,
};

export { protocol };
